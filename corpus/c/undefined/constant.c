/* fails: constant 9 */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char own[] = "abc", *text = own;
    if (__VERIFIER_nondet_int() == 5)
        text = "abc";
    text[0] = 'x';
    return 0;
}
