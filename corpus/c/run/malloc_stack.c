/* A stack of blocks in a linked list, checking balanced brackets. */
#include <stdio.h>
#include <stdlib.h>

struct block { struct block *below; int used; char item[4]; };

static struct block *top;

static void push(char c)
{
    if (!top || top->used == 4) {
        struct block *b = malloc(sizeof *b);
        b->below = top;
        b->used = 0;
        top = b;
    }
    top->item[top->used++] = c;
}

static char pop(void)
{
    char c;
    if (!top) return 0;
    c = top->item[--top->used];
    if (!top->used) {
        struct block *b = top;
        top = b->below;
        free(b);
    }
    return c;
}

static int balanced(const char *s)
{
    int ok = 1;
    for (; *s && ok; s++)
        switch (*s) {
        case '(': push(')'); break;
        case '[': push(']'); break;
        case '{': push('}'); break;
        case ')': case ']': case '}': ok = pop() == *s;
        }
    if (top) ok = 0;
    while (pop());
    return ok;
}

int main(void)
{
    printf("%d\n", balanced("{[()]}()"));
    printf("%d\n", balanced("((((((((()))))))))"));
    printf("%d\n", balanced("(]"));
    printf("%d\n", balanced("(("));
    printf("%d\n", balanced("x)"));
    printf("%d\n", balanced(""));
    return 0;
}
