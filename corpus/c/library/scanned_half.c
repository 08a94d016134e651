/* fails: uninitialised 9 */
#include <stdio.h>

int main(void)
{
    char line[6];
    int one, other;
    if (fgets(line, sizeof line, stdin) && sscanf(line, "%1d %1d", &one, &other) >= 1)
        return one + other;
    return 0;
}
