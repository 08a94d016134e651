/* Comparisons of pointers into one array, with null and with one past the end. */
#include <stdio.h>

static int inside(const int *p, const int *from, const int *to) { return p >= from && p < to; }

int main(void)
{
    int v[5] = { 5, 4, 3, 2, 1 };
    int *low = v, *high = v + 4, *end = v + 5, *none = 0;
    int steps = 0;

    while (low < high) {
        int t = *low;
        *low++ = *high;
        *high-- = t;
        steps++;
    }
    printf("%d %d %d\n", steps, low == high, *low);
    printf("%d %d %d\n", inside(v, v, end), inside(end, v, end), inside(&v[2], v, end));
    printf("%d %d %d\n", none == 0, !none, v != none);
    printf("%d %d\n", v + 5 == end, &v[5] > &v[4]);
    printf("%d %d %d %d %d\n", v[0], v[1], v[2], v[3], v[4]);
    return none ? 1 : 2;
}
