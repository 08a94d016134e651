/* never fails --malloc-fails */
#define _GNU_SOURCE
#include <assert.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char *text, *more = malloc(8);
    if (more == NULL) {
        assert(errno == ENOMEM);
        return 1;
    }
    more[7] = 1;
    text = realloc(more, 16);
    if (text == NULL) {
        free(more);
        return 1;
    }
    assert(text[7] == 1);
    free(text);
    if (asprintf(&text, "%d", 7) >= 0) {
        assert(text[0] == '7');
        free(text);
    }
    return 0;
}
