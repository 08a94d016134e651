/* fails: assertion 20 */
#include <assert.h>
#include <errno.h>
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("settings", "r");
    int sum = 0;
    if (file == NULL) {
        assert(errno != 0);
        return 1;
    }
    for (int i = 0; i < 3; i++) {
        int c = fgetc(file);
        if (c == EOF)
            break;
        sum += c == '#';
    }
    assert(sum != 3);
    fclose(file);
    return 0;
}
