/* An event loop with a queue of events and handlers registered at run time. */
#include <stdio.h>

enum { KEY, TIMER, QUIT, KINDS };
struct event { int kind, value; };
typedef int (*handler)(struct event, void *);
static struct { handler call; void *data; } handlers[KINDS];
static struct event queue[16];
static unsigned head, tail;

static void post(int kind, int value) { queue[tail++ % 16] = (struct event){ kind, value }; }
static void on(int kind, handler call, void *data) { handlers[kind].call = call; handlers[kind].data = data; }

static int key(struct event e, void *data)
{
    char **at = data;
    *(*at)++ = e.value;
    if (e.value == 'q') post(QUIT, 3);
    return 1;
}

static int timer(struct event e, void *data)
{
    *(int *)data += e.value;
    if (e.value > 1) post(TIMER, e.value / 2);
    return 1;
}

static int quit(struct event e, void *data) { (void)data; return -e.value; }

int main(void)
{
    char text[16] = { 0 }, *at = text;
    int ticks = 0, result = 1;

    on(KEY, key, &at);
    on(TIMER, timer, &ticks);
    on(QUIT, quit, 0);
    post(KEY, 'a'); post(TIMER, 20); post(KEY, 'b'); post(KEY, 'q'); post(KEY, 'z');
    while (head != tail && result > 0) {
        struct event e = queue[head++ % 16];
        result = handlers[e.kind].call(e, handlers[e.kind].data);
    }
    printf("%s %d %u %u\n", text, ticks, head, tail);
    return -result;
}
