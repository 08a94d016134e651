/* never fails */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int x = __VERIFIER_nondet_int();
    unsigned u = 1u << (x & 31);
    return u == 3;
}
