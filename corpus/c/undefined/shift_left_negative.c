/* fails: shift 7 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int() % 3;
    return (x << 4) == 3;
}
