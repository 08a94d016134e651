/* GNU statement expressions: values, locals, nesting and side effects once. */
#include <stdio.h>

#define MAX(a, b) ({ __typeof__(a) x_ = (a); __typeof__(b) y_ = (b); x_ > y_ ? x_ : y_; })
#define SWAP(a, b) ({ __typeof__(a) t_ = (a); (a) = (b); (b) = t_; })

static int calls;
static int next(void) { return ++calls; }

int main(void)
{
    int a = 3, b = 9, r;

    printf("%d %g\n", MAX(a, b), MAX(2.5, 1));
    r = MAX(next(), 0);
    printf("%d %d\n", r, calls);
    SWAP(a, b);
    printf("%d %d\n", a, b);
    r = ({ int s = 0; for (int i = 0; i < 5; i++) s += i; s; }) + 1;
    printf("%d\n", r);
    r = ({ int q = ({ 4; }) * 2; if (q > 7) q = 100; q; });
    printf("%d\n", r);
    ({ calls = 50; });
    return MAX(calls, MAX(a, b));
}
