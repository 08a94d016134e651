/* Array initialisers: partial, flattened, strings, nested braces and sizes from them. */
#include <stdio.h>

static int global[5] = { 1, 2 };
static int flat[2][3] = { 1, 2, 3, 4 };
static char names[][6] = { "one", "two", "three", "" };
static const char *pointers[] = { "alpha", "beta", 0 };
static struct { int a; char b[3]; } rows[] = { { 1, { 'x', 'y' } }, { 2, "z" }, 3, 'p', 'q' };

int main(void)
{
    char exact[3] = "abc";
    int local[4] = { 9 };
    int i, n = 0;

    for (i = 0; i < 5; i++) n += global[i];
    printf("%d %d %d\n", n, flat[1][0], flat[1][2]);
    printf("%s %s %d\n", names[1], names[2], (int)(sizeof names / sizeof names[0]));
    for (i = 0; pointers[i]; i++)
        printf("%s ", pointers[i]);
    printf("%d\n", (int)(sizeof pointers / sizeof *pointers));
    for (i = 0; i < 3; i++)
        printf("%d%c%d ", rows[i].a, rows[i].b[0], rows[i].b[2]);
    printf("\n%c%c %d %d\n", exact[0], exact[2], (int)sizeof exact, local[3] + local[0]);
    return 0;
}
