/* Day of the week, leap years, day numbers and the Julian day. */
#include <stdio.h>

static int leap(int y) { return y % 4 == 0 && y % 100 != 0 || y % 400 == 0; }

static int weekday(int y, int m, int d)
{
    static const int t[] = { 0, 3, 2, 5, 0, 3, 5, 1, 4, 6, 2, 4 };
    y -= m < 3;
    return (y + y / 4 - y / 100 + y / 400 + t[m - 1] + d) % 7;
}

static int day_of_year(int y, int m, int d)
{
    return (275 * m / 9) - (m > 2 ? leap(y) ? 1 : 2 : 0) + d - 30;
}

static long julian(int y, int m, int d)
{
    int a = (14 - m) / 12, yy = y + 4800 - a, mm = m + 12 * a - 3;
    return d + (153 * mm + 2) / 5 + 365L * yy + yy / 4 - yy / 100 + yy / 400 - 32045;
}

int main(void)
{
    static const int dates[][3] = { { 2000, 1, 1 }, { 1900, 2, 28 }, { 2024, 2, 29 }, { 1969, 7, 20 }, { 2023, 12, 31 } };
    int leaps = 0;

    for (int i = 0; i < 5; i++) {
        const int *x = dates[i];
        printf("%d %d %ld\n", weekday(x[0], x[1], x[2]), day_of_year(x[0], x[1], x[2]), julian(x[0], x[1], x[2]));
    }
    for (int y = 1890; y < 2010; y++) leaps += leap(y);
    return leaps;
}
