/* container_of: from a pointer to a member back to the struct around it. */
#include <stddef.h>
#include <stdio.h>

#define container_of(ptr, type, member) ((type *)((char *)(ptr) - offsetof(type, member)))

struct link { struct link *next; };
struct task { int id; int priority; struct link by_priority; char tag; struct link all; };

static struct link *push(struct link *head, struct link *node) { node->next = head; return node; }

int main(void)
{
    struct task tasks[4] = { { 1, 30, { 0 }, 'a' }, { 2, 10, { 0 }, 'b' }, { 3, 20, { 0 }, 'c' },
                             { 4, 40, { 0 }, 'd' } };
    struct link *all = 0, *urgent = 0, *p;

    for (int i = 0; i < 4; i++) {
        all = push(all, &tasks[i].all);
        if (tasks[i].priority >= 20)
            urgent = push(urgent, &tasks[i].by_priority);
    }
    for (p = all; p; p = p->next)
        printf("%d%c ", container_of(p, struct task, all)->id, container_of(p, struct task, all)->tag);
    printf("\n");
    for (p = urgent; p; p = p->next)
        printf("%d ", container_of(p, struct task, by_priority)->priority);
    printf("\n");
    return container_of(urgent, struct task, by_priority) == &tasks[3];
}
