/* main with argc and argv, where argv ends with a null pointer. */
#include <stdio.h>

int main(int argc, char **argv)
{
    int n = 0;

    while (argv[n])
        n++;
    printf("%d %d\n", argc == n, argv[argc] == 0);
    return argc;
}
