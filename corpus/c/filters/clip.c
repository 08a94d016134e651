/* Cuts every number to the range of 16 bits with a sign.
 * --function clip */
int in(void);
void out(int v);

#define MIN (-32768)
#define MAX 32767

void clip(void)
{
    for (;;) {
        int x = in();
        out(x < MIN ? MIN : x > MAX ? MAX : x);
    }
}
