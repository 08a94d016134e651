/* Mutual recursion through prototypes: even/odd and Hofstadter's sequences. */
#include <stdio.h>

static int even(unsigned n);
static int odd(unsigned n) { return n == 0 ? 0 : even(n - 1); }
static int even(unsigned n) { return n == 0 ? 1 : odd(n - 1); }

static int male(int n);
static int female(int n) { return n == 0 ? 1 : n - male(female(n - 1)); }
static int male(int n) { return n == 0 ? 0 : n - female(male(n - 1)); }

int main(void)
{
    int i;

    printf("%d %d %d %d\n", even(0), odd(0), even(101), odd(101));
    for (i = 0; i < 16; i++) printf("%d ", female(i));
    printf("\n");
    for (i = 0; i < 16; i++) printf("%d ", male(i));
    printf("\n");
    return female(15) * 10 + male(15);
}
