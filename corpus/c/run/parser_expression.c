/* A recursive descent parser and evaluator of arithmetic with precedence and errors. */
#include <ctype.h>
#include <stdio.h>

static const char *p;
static int bad;

static int expression(void);

static int factor(void)
{
    int v = 0;
    while (*p == ' ') p++;
    if (*p == '-') { p++; return -factor(); }
    if (*p == '(') {
        p++;
        v = expression();
        if (*p == ')') p++; else bad = 1;
    } else if (isdigit((unsigned char)*p)) {
        while (isdigit((unsigned char)*p)) v = v * 10 + (*p++ - '0');
    } else {
        bad = 1;
    }
    while (*p == ' ') p++;
    return v;
}

static int term(void)
{
    int v = factor();
    while (*p == '*' || *p == '/' || *p == '%') {
        char op = *p++;
        int r = factor();
        if (op == '*') v *= r;
        else if (!r) bad = 2;
        else v = op == '/' ? v / r : v % r;
    }
    return v;
}

static int expression(void)
{
    int v = term();
    while (*p == '+' || *p == '-') { int s = *p++ == '+' ? 1 : -1; v += s * term(); }
    return v;
}

int main(void)
{
    static const char *const lines[] = { "1 + 2 * 3", "(1+2)*3", "-4 - -4 * 2", "100/7%5", "2*(3+", "8/(4-4)",
                                         "((((7))))", "1 2" };
    int errors = 0;

    for (int i = 0; i < 8; i++) {
        int v;
        bad = 0;
        p = lines[i];
        v = expression();
        if (*p) bad = bad ? bad : 3;
        if (bad) { printf("%s: error %d\n", lines[i], bad); errors++; }
        else printf("%s = %d\n", lines[i], v);
    }
    return errors;
}
