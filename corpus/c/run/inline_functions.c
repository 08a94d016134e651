/* Inline functions, static and with an extern declaration. */
#include <stdio.h>

static inline int minimum(int a, int b) { return a < b ? a : b; }
inline int maximum(int a, int b) { return a > b ? a : b; }
extern int maximum(int a, int b);
static inline void bump(int *p) { ++*p; }
static __inline__ unsigned average(unsigned a, unsigned b) { return (a & b) + ((a ^ b) >> 1); }

int main(void)
{
    int n = 5;

    bump(&n);
    bump(&n);
    printf("%d %d\n", minimum(n, 3), maximum(n, 3));
    printf("%u\n", average(4294967295u, 4294967293u));
    int (*f)(int, int) = maximum;
    printf("%d\n", f(10, minimum(20, 30)));
    return n;
}
