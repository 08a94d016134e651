/* main that falls off its end returns zero. */
#include <stdio.h>

static void greet(const char *who) { printf("hello %s\n", who); }

int main()
{
    greet("corpus");
}
