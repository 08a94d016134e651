/* Nothing is asked, and the last step is too long. */
#include <assert.h>
int main(void)
{
    unsigned x = 1;
    while (x < 3000)
        x += 3;
    assert(x < 3001);
    return 0;
}
