/* Prefix and postfix increment and decrement on all integer types and on pointers. */
#include <stdio.h>

int main(void)
{
    int i = 5, a, b;
    unsigned char c = 255;
    short s = 32767;
    int array[] = { 10, 20, 30, 40 };
    int *p = array;

    a = i++; b = ++i;
    printf("%d %d %d\n", a, b, i);
    a = i--; b = --i;
    printf("%d %d %d\n", a, b, i);
    a = c++;
    printf("%d %d\n", a, c);
    a = --c;
    printf("%d %d\n", a, c);
    s++;
    printf("%d\n", s);
    a = *p++; b = *p;
    printf("%d %d %d\n", a, b, (int)(p - array));
    a = ++*p; b = (*p)++;
    printf("%d %d %d\n", a, b, *p);
    a = *++p; b = *--p;
    printf("%d %d\n", a, b);
    return i;
}
