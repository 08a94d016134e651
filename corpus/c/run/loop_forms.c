/* while, do/while and for with every part missing, break and continue. */
#include <stdio.h>

int main(void)
{
    int i = 0, n = 0;

    do n++; while (n < 0);
    printf("%d\n", n);
    while (i < 5) {
        i++;
        if (i == 2) continue;
        if (i == 4) break;
        printf("%d ", i);
    }
    printf("| %d\n", i);
    for (;;) {
        if (++n > 6) break;
    }
    printf("%d\n", n);
    for (i = 0; i < 3; i++) {
        int j = 0;
        do {
            if (j == i) continue;
            printf("%d%d ", i, j);
        } while (++j < 3);
    }
    printf("\n");
    for (i = 10; i; i -= 3)
        if (i < 3) { i = 3; }
        else if (i == 7) i++;
    printf("%d\n", i);
    for (int a = 1, b = 1; a < 100; b = a + b, a = b - a) printf("%d ", a);
    printf("\n");
    while (n --> 4);
    return n;
}
