/* A comparator with hysteresis: switches on above 100, off below 50, and writes which it is.
 * --function hysteresis */
int in(void);
void out(int v);

void hysteresis(void)
{
    int on = 0;

    while (1) {
        int x = in();
        if (x > 100)
            on = 1;
        else if (x < 50)
            on = 0;
        out(on);
    }
}
