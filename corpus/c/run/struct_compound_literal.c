/* Compound literals of structs and arrays as arguments and lvalues. */
#include <stdio.h>

struct range { int from, to; };

static int width(struct range r) { return r.to - r.from; }
static int sum(const int *v, int n) { int s = 0; while (n-- > 0) s += *v++; return s; }
static int shift(struct range *r, int by) { r->from += by; r->to += by; return r->to; }

int main(void)
{
    struct range r = (struct range){ 3, 10 };
    int *p = (int[]){ 5, 6, 7 };

    printf("%d %d\n", width(r), width((struct range){ .to = 9 }));
    printf("%d\n", sum((int[]){ 1, 2, 3, 4 }, 4));
    printf("%d\n", shift(&(struct range){ 1, 2 }, 40));
    p[1] = 60;
    printf("%d %d\n", sum(p, 3), (int)sizeof((int[]){ 1, 2, 3 }));
    printf("%d\n", ((struct range){ 8, 9 }).to);
    printf("%s\n", (char[]){ 'o', 'k', 0 });
    r = (struct range){ r.to, r.from };
    printf("%d %d\n", r.from, r.to);
    return 0;
}
