/* fails: dead 11 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int outer = 1, *p = &outer;
    if (__VERIFIER_nondet_int() == 3) {
        int inner = 2;
        p = &inner;
    }
    return *p == 7;
}
