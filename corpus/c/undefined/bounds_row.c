/* fails: bounds 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int a[2][3] = { { 1, 2, 3 }, { 4, 5, 6 } }, i = __VERIFIER_nondet_int();
    if (i < 0 || i > 3)
        return 0;
    return a[0][i] == 7;
}
