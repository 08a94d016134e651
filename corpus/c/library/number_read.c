/* fails: assertion 10 */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>

int main(void)
{
    char text[] = {'0', '.', 0, 0};
    text[2] = (char)getchar();
    assert(atof(text) != 0.7);
    return 0;
}
