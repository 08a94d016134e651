/* Thirty times thirty is what it is. */
#include <assert.h>
int main(void)
{
    int sum = 0;
    for (int i = 0; i < 30; i++)
        for (int k = 0; k < 30; k++)
            sum++;
    assert(sum != 900);
    return 0;
}
