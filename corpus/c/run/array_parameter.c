/* Arrays as parameters are pointers; rows of arrays keep their length. */
#include <stdio.h>

static int sum(int v[], int n) { int s = 0; for (int i = 0; i < n; i++) s += v[i]; return s; }
static void clear(int v[4]) { for (int i = 0; i < 4; i++) v[i] = 0; }
static int trace(int m[][3], int n) { int t = 0; for (int i = 0; i < n; i++) t += m[i][i]; return t; }
static void transpose(int (*m)[3])
{
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < i; j++) {
            int t = m[i][j];
            m[i][j] = m[j][i];
            m[j][i] = t;
        }
}
static int pointer_size(char text[100]) { return sizeof text == sizeof(char *); }

int main(void)
{
    int v[] = { 1, 2, 3, 4, 5, 6 };
    int m[3][3] = { { 1, 2, 3 }, { 4, 5, 6 }, { 7, 8, 9 } };
    char text[100] = "";

    printf("%d %d\n", sum(v, 6), sum(v + 2, 3));
    clear(v + 1);
    printf("%d %d %d\n", v[0], v[3], v[5]);
    transpose(m);
    printf("%d %d %d %d\n", m[0][2], m[2][0], m[1][0], trace(m, 3));
    printf("%d %d\n", sum(m[1], 3), sum(&m[0][1], 2));
    printf("%d\n", pointer_size(text));
    return trace(m + 1, 1);
}
