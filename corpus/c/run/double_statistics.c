/* Mean, variance and median of a sample, in double. */
#include <stdio.h>

static void sort(double *v, int n)
{
    for (int i = 0; i < n - 1; i++)
        for (int j = 0; j < n - 1 - i; j++)
            if (v[j] > v[j + 1]) {
                double t = v[j];
                v[j] = v[j + 1];
                v[j + 1] = t;
            }
}

int main(void)
{
    double v[] = { 2.5, 3.75, 1.25, 8, 5.5, 4, 2, 1 };
    const int n = sizeof v / sizeof *v;
    double sum = 0, squares = 0, mean;

    for (int i = 0; i < n; i++) sum += v[i];
    mean = sum / n;
    for (int i = 0; i < n; i++) squares += (v[i] - mean) * (v[i] - mean);
    sort(v, n);
    printf("%g %g\n", mean, squares / n);
    printf("%g %g %g\n", (v[n / 2 - 1] + v[n / 2]) / 2, v[0], v[n - 1]);
    return (int)mean;
}
