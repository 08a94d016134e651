/* never fails */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[4] = { 1, 2, 3, 4 }, i = __VERIFIER_nondet_int();
    int *end = &a[4], sum = 0;
    for (int *p = a; p != end; p++)
        sum += *p;
    if (i < 0 || i > 3)
        return 0;
    return a[i] == sum;
}
