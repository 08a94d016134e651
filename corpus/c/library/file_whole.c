/* fails: bounds 17 */
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    FILE *file = fopen("settings", "rb");
    if (file == NULL)
        return 1;
    fseek(file, 0, SEEK_END);
    long size = ftell(file);
    rewind(file);
    if (size < 3) {
        char *text = malloc(size + 1);
        size_t count = fread(text, 1, size, file);
        /* The zero is written behind what there is room for where the file has two bytes. */
        text[count < 2 ? count : count + 1] = 0;
        free(text);
    }
    fclose(file);
    return 0;
}
