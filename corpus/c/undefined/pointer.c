/* fails: pointer 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[2] = { 0 }, b[2] = { 0 }, *p = a;
    if (__VERIFIER_nondet_int() == 5)
        p = b;
    return p - a == 5;
}
