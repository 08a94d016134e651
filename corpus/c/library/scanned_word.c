/* fails: bounds 7 */
#include <stdio.h>

int main(void)
{
    char word[3];
    return scanf("%3s", word) == 1 && word[0] == 'x';
}
