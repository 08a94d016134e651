/* A table of function pointers indexed by operator. */
#include <stdio.h>

static int add(int a, int b) { return a + b; }
static int sub(int a, int b) { return a - b; }
static int mul(int a, int b) { return a * b; }
static int rem(int a, int b) { return b ? a % b : -1; }

typedef int (*operation)(int, int);

static const struct { char sign; operation run; } table[] = {
    { '+', add }, { '-', sub }, { '*', mul }, { '%', rem },
};

static operation find(char sign)
{
    for (int i = 0; i < 4; i++)
        if (table[i].sign == sign)
            return table[i].run;
    return 0;
}

int main(void)
{
    operation plain[] = { add, &sub, *mul };
    int v = 7;

    for (const char *s = "+*-%/"; *s; s++) {
        operation f = find(*s);
        if (f)
            v = f(v, 3);
        printf("%c %d\n", *s, f ? v : -999);
    }
    printf("%d %d %d\n", plain[0](1, 2), (*plain[1])(1, 2), (**plain[2])(5, 6));
    printf("%d\n", find('+') == add);
    return find('-')(50, 8);
}
