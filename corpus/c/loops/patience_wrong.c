/* Forty agreeing answers in a row are one too many. */
#include <assert.h>
extern int __VERIFIER_nondet_int(void);
int main(void)
{
    int streak = 0;
    for (;;) {
        int answer = __VERIFIER_nondet_int();
        if (answer == 0)
            return 0;
        streak = answer > 0 ? streak + 1 : 0;
        assert(streak < 40);
    }
}
