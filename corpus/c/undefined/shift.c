/* fails: shift 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 40)
        return 0;
    unsigned u = 1u << x;
    return u == 3;
}
