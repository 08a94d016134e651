/* Declarations of functions and objects inside blocks, and functions used before their definition. */
#include <stdio.h>

int main(void)
{
    int later(int), twice(int);
    extern int shared;
    int r = later(3);

    {
        extern int shared;
        extern const char *const words[];
        shared += r;
        printf("%s\n", words[1]);
    }
    printf("%d %d %s\n", r, shared, __func__);
    return twice(shared);
}

int shared = 4;
const char *const words[] = { "zero", "one" };
int later(int n) { return n * n; }
int twice(int n) { int later(int); return 2 * n + later(1); }
