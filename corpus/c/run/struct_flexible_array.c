/* A flexible array member, allocated with the struct. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

struct message { int length; unsigned char sum; char text[]; };

static struct message *make(const char *s)
{
    int n = (int)strlen(s);
    struct message *m = malloc(sizeof *m + n + 1);
    m->length = n;
    m->sum = 0;
    memcpy(m->text, s, n + 1);
    for (int i = 0; i < n; i++)
        m->sum += m->text[i];
    return m;
}

int main(void)
{
    struct message *a = make("flexible"), *b = make(""), *c;

    printf("%s %d %d\n", a->text, a->length, a->sum);
    printf("[%s] %d %d\n", b->text, b->length, b->sum);
    c = make(a->text + 4);
    printf("%s %d\n", c->text, c->length);
    a->text[0] = 'F';
    printf("%s %d\n", a->text, (int)sizeof(struct message));
    free(a); free(b); free(c);
    return 0;
}
