/* Labels as values: a threaded interpreter with a jump table (GNU). */
#include <stdio.h>

static int run(const unsigned char *code)
{
    static void *const jump[] = { &&halt, &&push, &&add, &&dup, &&mul };
    int stack[8], *sp = stack;

    goto *jump[*code];
push:
    *sp++ = code[1];
    code += 2;
    goto *jump[*code];
add:
    sp--;
    sp[-1] += *sp;
    goto *jump[*++code];
dup:
    *sp = sp[-1];
    sp++;
    goto *jump[*++code];
mul:
    sp--;
    sp[-1] *= *sp;
    goto *jump[*++code];
halt:
    return sp[-1];
}

int main(void)
{
    static const unsigned char a[] = { 1, 7, 1, 5, 2, 3, 4, 0 };
    static const unsigned char b[] = { 1, 3, 3, 3, 4, 2, 0 };

    printf("%d %d\n", run(a), run(b));
    return run(b);
}
