/* default in the middle of a switch, with and without fall-through into and out of it. */
#include <stdio.h>

static int f(int n)
{
    int r = 0;
    switch (n) {
    case 1:
        r += 1;
    default:
        r += 10;
    case 2:
        r += 100;
        break;
    case 3:
        r += 1000;
    }
    return r;
}

static int g(int n)
{
    switch (n) { default: return -1; case 'a' ... 'f': return n - 'a' + 10; case '0' ... '9': return n - '0'; }
}

int main(void)
{
    for (int i = 0; i < 5; i++) printf("%d ", f(i));
    printf("\n%d %d %d %d\n", g('7'), g('c'), g('g'), g(0));
    switch (5) { }
    switch (f(2)) case 100: printf("single\n");
    return f(1);
}
