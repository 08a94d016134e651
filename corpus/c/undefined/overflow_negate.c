/* fails: overflow 7 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = -x;
    return y == 5;
}
