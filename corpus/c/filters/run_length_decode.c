/* Undoes run_length_encode: a digit from 1 to 4 and a byte become the byte that often. Anything else is refused. */
#include <assert.h>
#include <stdio.h>

int main(void)
{
    int count;

    while ((count = getchar()) != EOF) {
        int c = getchar();

        assert(count >= '1' && count <= '4');
        assert(c != EOF);
        while (count-- > '0')
            putchar(c);
    }
    return 0;
}
