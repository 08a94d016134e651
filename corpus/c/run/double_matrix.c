/* Gaussian elimination with pivoting on a small system. */
#include <stdio.h>

#define N 3

static int solve(double a[N][N + 1])
{
    for (int k = 0; k < N; k++) {
        int pivot = k;
        for (int i = k + 1; i < N; i++)
            if ((a[i][k] < 0 ? -a[i][k] : a[i][k]) > (a[pivot][k] < 0 ? -a[pivot][k] : a[pivot][k]))
                pivot = i;
        if (a[pivot][k] == 0) return 0;
        for (int j = 0; j <= N; j++) {
            double t = a[k][j];
            a[k][j] = a[pivot][j];
            a[pivot][j] = t;
        }
        for (int i = 0; i < N; i++) {
            double f = a[i][k] / a[k][k];
            if (i == k) continue;
            for (int j = k; j <= N; j++)
                a[i][j] -= f * a[k][j];
        }
    }
    for (int i = 0; i < N; i++) a[i][N] /= a[i][i];
    return 1;
}

int main(void)
{
    double good[N][N + 1] = { { 2, 1, -1, 8 }, { -3, -1, 2, -11 }, { -2, 1, 2, -3 } };
    double bad[N][N + 1] = { { 1, 2, 0, 1 }, { 2, 4, 0, 2 }, { 0, 0, 1, 1 } };

    printf("%d\n", solve(good));
    printf("%.6f %.6f %.6f\n", good[0][N], good[1][N], good[2][N]);
    printf("%d\n", solve(bad));
    return 0;
}
