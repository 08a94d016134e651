/* never fails */
extern int __VERIFIER_nondet_int(void);

struct box { int a[3]; int b; int rest[2]; };

int main(void)
{
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, i = __VERIFIER_nondet_int(), sum = 0;
    struct box box = { { 1, 2, 3 }, 4, { 5, 6 } };
    for (int *p = &a[0][0]; p != &a[0][3]; p++)
        sum += *p;
    if (i < 0 || i > 2)
        return 0;
    return a[1][i] + box.a[i] + box.rest[i & 1] == sum;
}
