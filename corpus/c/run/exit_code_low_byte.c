/* Only the low byte of what main returns is the exit code. */
#include <stdio.h>

static int big(void) { return 0x1234; }

int main(void)
{
    printf("%d\n", big());
    return big() + 1;
}
