/* never fails */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int n = __VERIFIER_nondet_int();
    if (n < 0 || n > 4)
        return 0;
    char text[n + 1];
    text[0] = 'a';
    for (int i = 0; i < n; i++)
        text[i] = 'b';
    text[n] = 0;
    return text[0] == 'c';
}
