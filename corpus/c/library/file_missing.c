/* fails: null 7 */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("settings", "r");
    int c = fgetc(file);
    fclose(file);
    return c == 'x';
}
