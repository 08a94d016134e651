/* fails: overlap 11 */
#include <string.h>
extern int __VERIFIER_nondet_int(void);

int main(void)
{
    char text[16] = "abcdefg";
    int n = __VERIFIER_nondet_int();
    if (n < 1 || n > 8)
        return 0;
    memcpy(text + 4, text, n);
    return text[4] == 'x';
}
