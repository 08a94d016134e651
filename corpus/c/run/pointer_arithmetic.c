/* Pointer arithmetic over several element types. */
#include <stdio.h>

struct wide { int a, b, c; };

int main(void)
{
    char text[] = "pointer";
    short shorts[] = { 1, 2, 3, 4, 5 };
    struct wide w[3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    char *c = text + 3;
    short *s = shorts;
    struct wide *p = w + 1;

    printf("%c %c %c\n", *c, c[1], *(c - 2));
    s += 2;
    printf("%d %d %d\n", *s, s[-1], *(s + 2));
    s -= 1;
    printf("%d\n", *s);
    printf("%d %d %d\n", p->a, (p + 1)->b, p[-1].c);
    printf("%d\n", (int)((char *)(p + 1) - (char *)p));
    printf("%d %d\n", (int)(s - shorts), (int)(&w[2] - w));
    for (int *q = &w->a; q < &w->a + 3; q++)
        printf("%d ", *q);
    printf("\n");
    return (int)(c - text);
}
