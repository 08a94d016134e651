/* fails: division 7 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    int y = 100 % (x & 7);
    return y == 3;
}
