/* fails: shift 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    if (x < 0)
        return 0;
    x <<= 1;
    return x == 3;
}
