/* fails: return 12 */
extern int __VERIFIER_nondet_int(void);

int sign(int x)
{
    if (x > 0) return 1;
    if (x < 0) return -1;
}

int main(void)
{
    return sign(__VERIFIER_nondet_int()) == 5;
}
