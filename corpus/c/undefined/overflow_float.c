/* fails: overflow 10 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0 || x > 3)
        return 0;
    double d = x * 1e9;
    int n = (int)d;
    return n == 7;
}
