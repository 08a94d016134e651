/* fails: uninitialised 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int(), y;
    if (x != 3)
        y = 1;
    return y == 2;
}
