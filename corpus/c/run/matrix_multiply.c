/* Matrix product, transpose and power with fixed-size arrays inside structs. */
#include <stdio.h>

typedef struct { int a[3][3]; } matrix;

static matrix times(matrix x, matrix y)
{
    matrix r = { { { 0 } } };
    for (int i = 0; i < 3; i++)
        for (int j = 0; j < 3; j++)
            for (int k = 0; k < 3; k++) r.a[i][j] += x.a[i][k] * y.a[k][j];
    return r;
}

static matrix power(matrix m, unsigned e)
{
    matrix r = { { { 1, 0, 0 }, { 0, 1, 0 }, { 0, 0, 1 } } };
    for (; e; e >>= 1, m = times(m, m))
        if (e & 1) r = times(r, m);
    return r;
}

static int determinant(const matrix *m)
{
    const int (*a)[3] = m->a;
    return a[0][0] * (a[1][1] * a[2][2] - a[1][2] * a[2][1])
         - a[0][1] * (a[1][0] * a[2][2] - a[1][2] * a[2][0])
         + a[0][2] * (a[1][0] * a[2][1] - a[1][1] * a[2][0]);
}

int main(void)
{
    matrix m = { { { 1, 1, 0 }, { 0, 1, 2 }, { -1, 0, 1 } } }, p = power(m, 5);

    for (int i = 0; i < 3; i++) printf("%d %d %d\n", p.a[i][0], p.a[i][1], p.a[i][2]);
    printf("%d %d\n", determinant(&m), determinant(&p));
    return determinant(&m) == -1;
}
