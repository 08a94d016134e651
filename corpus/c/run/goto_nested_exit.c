/* goto out of nested loops and into a common continuation. */
#include <stdio.h>

static int search(int m[4][4], int wanted)
{
    int i, j;
    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            if (m[i][j] == wanted)
                goto found;
    return -1;
found:
    return 10 * i + j;
}

int main(void)
{
    int m[4][4], i, j, k, tries = 0;

    for (i = 0; i < 4; i++)
        for (j = 0; j < 4; j++)
            m[i][j] = (i * 7 + j * 3) % 16;
    for (k = 0; k < 18; k += 3)
        printf("%d ", search(m, k));
    printf("\n");
    for (i = 1; i < 50; i++)
        for (j = i; j < 50; j++)
            for (k = j; k < 50; k++) {
                tries++;
                if (i * i + j * j == k * k && i + j + k == 40)
                    goto done;
            }
done:
    printf("%d %d %d %d\n", i, j, k, tries);
    return k;
}
