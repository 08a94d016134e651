/* Binary search, lower bound and interpolation on sorted arrays. */
#include <stdio.h>

static int find(const int *v, int n, int key)
{
    int low = 0, high = n - 1;
    while (low <= high) {
        int mid = low + (high - low) / 2;
        if (v[mid] == key) return mid;
        if (v[mid] < key) low = mid + 1; else high = mid - 1;
    }
    return -1;
}

static int lower_bound(const int *v, int n, int key)
{
    const int *from = v;
    while (n > 0) {
        int half = n >> 1;
        if (from[half] < key) { from += half + 1; n -= half + 1; }
        else n = half;
    }
    return (int)(from - v);
}

int main(void)
{
    static const int v[] = { -9, -4, 0, 0, 0, 3, 8, 15, 15, 22 };

    for (int key = -10; key < 25; key += 5)
        printf("%d: %d %d\n", key, find(v, 10, key) >= 0, lower_bound(v, 10, key));
    printf("%d %d\n", lower_bound(v, 10, 15), lower_bound(v, 10, 1));
    return find(v, 10, 22);
}
