/* A state machine whose states are functions that return the next state. */
#include <stdio.h>

struct machine;
typedef struct state { struct state (*step)(struct machine *, char); } state;
struct machine { int words, digits, inside; };

static state between(struct machine *, char);
static state in_word(struct machine *, char);
static state in_number(struct machine *, char);

static state between(struct machine *m, char c)
{
    if (c >= '0' && c <= '9') { m->digits++; return (state){ in_number }; }
    if (c >= 'a' && c <= 'z') { m->words++; return (state){ in_word }; }
    return (state){ between };
}

static state in_word(struct machine *m, char c)
{
    m->inside++;
    return c == ' ' ? (state){ between } : (state){ in_word };
}

static state in_number(struct machine *m, char c)
{
    if (c >= '0' && c <= '9') { m->digits++; return (state){ in_number }; }
    return between(m, c);
}

int main(void)
{
    struct machine m = { 0 };
    state s = { between };

    for (const char *p = "one 22 three4 5six  789"; *p; p++)
        s = s.step(&m, *p);
    printf("%d %d %d\n", m.words, m.digits, m.inside);
    printf("%d %d\n", s.step == in_number, s.step == between);
    return m.words;
}
