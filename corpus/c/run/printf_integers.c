/* printf of integers: flags, widths, precisions, lengths; its return value. */
#include <stdio.h>

int main(void)
{
    int n;

    printf("[%5d] [%-5d] [%05d] [%+d] [% d]\n", 42, 42, 42, 42, 42);
    printf("[%.3d] [%6.3d] [%d]\n", 7, -7, -0);
    printf("[%x] [%X] [%#x] [%o] [%#o]\n", 255, 255, 255, 8, 8);
    printf("[%u] [%lld] [%llu] [%llx]\n", 4000000000u, -1LL, ~0ULL, 1ULL << 60);
    printf("[%hhd] [%hhu] [%hd]\n", 300, 300, 70000);
    printf("[%c] [%3c] [%-3c]\n", 'x', 'y', 'z');
    printf("[%*d] [%-*d] [%.*d]\n", 6, 1, 6, 2, 3, 3);
    n = printf("12345\n");
    printf("%d\n", n);
    printf("%d%%\n", 50);
    return n;
}
