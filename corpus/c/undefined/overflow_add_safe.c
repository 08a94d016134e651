/* never fails */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x > 0 && x < 2147483647)
        x = x + 1;
    unsigned u = (unsigned)x;
    u = u * u + 7;
    return 0;
}
