/* Structs changed through pointers, pointers to members and const pointers. */
#include <stdio.h>

struct account { int id; long long balance; struct { int in, out; } moves; };

static int deposit(struct account *a, int amount)
{
    if (amount <= 0)
        return -1;
    a->balance += amount;
    return ++a->moves.in;
}

static int withdraw(struct account *const a, int amount)
{
    int *count = &a->moves.out;
    if (a->balance < amount)
        return -1;
    a->balance -= amount;
    ++*count;
    return (*a).moves.out;
}

static long long total(const struct account *a, int n)
{
    long long sum = 0;
    for (const struct account *end = a + n; a != end; a++)
        sum += a->balance;
    return sum;
}

int main(void)
{
    struct account bank[3] = { { 1 }, { 2, 500 }, { .id = 3, .moves = { 1, 1 } } };

    printf("%d %d\n", deposit(&bank[0], 100), deposit(bank, -5));
    printf("%d %d\n", withdraw(bank + 1, 600), withdraw(bank + 1, 50));
    printf("%d\n", deposit(&bank[2], 1000));
    printf("%lld %d %d\n", total(bank, 3), bank[2].moves.in, bank[1].moves.out);
    return bank[2].moves.in;
}
