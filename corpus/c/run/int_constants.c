/* Types and values of integer constants: decimal, octal, hex, suffixes, characters. */
#include <stdio.h>

int main(void)
{
    printf("%d %d %d\n", 017, 0x1F, 0b101);
    printf("%d %d %d\n", (int)sizeof(2147483647), (int)sizeof(1LL), (int)sizeof(1U));
    printf("%d\n", (int)sizeof(0xffffffff));
    printf("%d %d\n", 0xffffffff > 0, -1 < 0u);
    printf("%llx\n", 0xffffffffffull);
    printf("%d %d %d %d\n", 'a', '\n', '\0', '\x41');
    printf("%d %d %d\n", '\101', '\\', '\'');
    printf("%d\n", '\377');
    printf("%d\n", (int)sizeof('a'));
    printf("%d %d\n", 0xFFu == 255, 1000000 * 1000LL == 1000000000LL);
    return 0;
}
