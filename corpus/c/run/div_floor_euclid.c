/* Floor and Euclidean division written on top of truncating division. */
#include <stdio.h>

static int floor_div(int a, int b)
{
    int q = a / b;
    if (a % b != 0 && (a < 0) != (b < 0))
        q--;
    return q;
}

static int floor_mod(int a, int b) { return a - floor_div(a, b) * b; }

static int euclid_mod(int a, int b)
{
    int r = a % b;
    return r < 0 ? r + (b < 0 ? -b : b) : r;
}

int main(void)
{
    int a, b;

    for (a = -7; a <= 7; a += 7)
        for (b = -3; b <= 3; b += 2)
            printf("%d %d: %d %d %d\n", a, b, floor_div(a, b), floor_mod(a, b), euclid_mod(a, b));
    return euclid_mod(-1, 256) & 127;
}
