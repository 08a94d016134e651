/* A date packed in bit-fields, copied by value and compared. */
#include <stdio.h>

struct date { unsigned day : 5, month : 4, year : 12; };

static int before(struct date a, struct date b)
{
    if (a.year != b.year) return a.year < b.year;
    if (a.month != b.month) return a.month < b.month;
    return a.day < b.day;
}

static struct date next(struct date d)
{
    static const unsigned char days[] = { 31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31 };
    unsigned last = days[d.month - 1] + (d.month == 2 && d.year % 4 == 0);

    if (d.day < last) { d.day++; return d; }
    d.day = 1;
    if (d.month++ == 12) { d.month = 1; d.year++; }
    return d;
}

int main(void)
{
    struct date d = { 27, 2, 2023 }, stop = { .year = 2024, .month = 3, .day = 2 };
    int n = 0;

    while (before(d, stop)) {
        if (d.day == 1 || d.month == 2 && d.day > 26)
            printf("%u-%u-%u\n", d.year, d.month, d.day);
        d = next(d);
        n++;
    }
    printf("%d\n", n);
    return n == 369;
}
