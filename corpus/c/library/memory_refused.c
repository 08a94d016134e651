/* fails: null 10 --malloc-fails */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

int main(void)
{
    char *one = malloc(4);
    char *other = one ? strdup("abc") : NULL;
    if (one && other[0] == 'a')
        memcpy(one, other, 4);
    free(one);
    free(other);
    return 0;
}
