/* fails: null 9 */
#include <stdio.h>
#include <string.h>

int main(void)
{
    char *line = NULL;
    size_t room = 0;
    return getline(&line, &room, stdin) > 2 && line[0] == '[' ? *strchr(line, ']') : 0;
}
