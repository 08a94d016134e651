/* fails: dead 10 */
#include <stdio.h>

int main(void)
{
    FILE *file = fopen("log", "w");
    if (file != NULL) {
        fprintf(file, "%d\n", 1);
        fclose(file);
        fclose(file);
    }
    return 0;
}
