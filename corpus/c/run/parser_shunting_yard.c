/* Infix to postfix with an operator stack, then evaluation of the postfix form. */
#include <stdio.h>
#include <string.h>

static int level(char c) { return c == '^' ? 3 : c == '*' || c == '/' ? 2 : c == '+' || c == '-' ? 1 : 0; }

static void convert(const char *in, char *out)
{
    char stack[32];
    int top = 0;
    for (; *in; in++) {
        if (*in >= '0' && *in <= '9') { *out++ = *in; continue; }
        if (*in == '(') { stack[top++] = '('; continue; }
        if (*in == ')') {
            while (stack[top - 1] != '(') *out++ = stack[--top];
            top--;
            continue;
        }
        while (top && (level(stack[top - 1]) > level(*in) ||
                       level(stack[top - 1]) == level(*in) && *in != '^'))
            *out++ = stack[--top];
        stack[top++] = *in;
    }
    while (top) *out++ = stack[--top];
    *out = '\0';
}

static int power(int b, int e) { int r = 1; while (e-- > 0) r *= b; return r; }

static int evaluate(const char *s)
{
    int stack[16], *sp = stack;
    for (; *s; s++) {
        if (*s >= '0' && *s <= '9') { *sp++ = *s - '0'; continue; }
        --sp;
        switch (*s) {
        case '+': sp[-1] += *sp; break;
        case '-': sp[-1] -= *sp; break;
        case '*': sp[-1] *= *sp; break;
        case '/': sp[-1] /= *sp; break;
        case '^': sp[-1] = power(sp[-1], *sp); break;
        }
    }
    return sp[-1];
}

int main(void)
{
    static const char *lines[] = { "1+2*3", "(1+2)*3", "2^3^2", "8/4/2", "9-(2-5)*4^2" };
    char post[32];

    for (int i = 0; i < 5; i++) {
        convert(lines[i], post);
        printf("%s %s %d\n", lines[i], post, evaluate(post));
    }
    return (int)strlen(post);
}
