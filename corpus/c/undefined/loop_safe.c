/* never fails */
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    int stack[3], top = 0;
    for (;;) {
        switch (__VERIFIER_nondet_int()) {
        case 0:
            if (top < 3)
                stack[top++] = 1;
            break;
        case 1:
            if (top > 0)
                top--;
        }
    }
}
