/* Merge sort with a work array, stable on equal keys. */
#include <stdio.h>
#include <string.h>

struct pair { int key; char tag; };

static void sort(struct pair *v, struct pair *work, int n)
{
    int half = n / 2, i = 0, j = half, k = 0;
    if (n < 2) return;
    sort(v, work, half);
    sort(v + half, work, n - half);
    while (i < half && j < n) work[k++] = v[j].key < v[i].key ? v[j++] : v[i++];
    while (i < half) work[k++] = v[i++];
    while (j < n) work[k++] = v[j++];
    memcpy(v, work, n * sizeof *v);
}

int main(void)
{
    struct pair v[] = { { 3, 'a' }, { 1, 'b' }, { 2, 'c' }, { 3, 'd' }, { 1, 'e' }, { 2, 'f' },
                        { 0, 'g' }, { 3, 'h' }, { 1, 'i' } };
    struct pair work[9];

    sort(v, work, 9);
    for (int i = 0; i < 9; i++) printf("%d%c ", v[i].key, v[i].tag);
    printf("\n");
    return v[8].tag;
}
