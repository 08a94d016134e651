/* fails: overlap 8 unseen */
#include <stdio.h>

int main(void)
{
    char word[8];
    if (fgets(word, 4, stdin))
        return sscanf(word, "%1s", word);
    return 0;
}
