/* A machine of 16 states in three variables, which reads letters and answers; the error is a few letters away. */
extern int __VERIFIER_nondet_int(void);
extern void reach_error(void);
static int low = 0, mid = 0, high = 5;
static int answer(int letter)
{
    if (low == 0 && mid == 1 && high == 6 && letter == 2)
        reach_error();
    if (low == 1 && letter == 3 && mid == 3 && high == 5) {
        low = 2;
        return 23;
    } else if (low == 2 && letter == 5 && mid == 1 && high == 5) {
        low = 0;
        mid = 2;
        return 21;
    } else if (low == 2 && letter == 4 && mid == 3 && high == 5) {
        low = 0;
        mid = 0;
        high = 6;
        return 26;
    } else if (low == 2 && letter == 3 && mid == 0 && high == 5) {
        low = 0;
        return 24;
    } else if (low == 1 && letter == 5 && mid == 1 && high == 5) {
        low = 0;
        return 21;
    } else if (low == 0 && letter == 1 && mid == 3 && high == 5) {
        low = 1;
        return 22;
    } else if (low == 1 && letter == 3 && mid == 1 && high == 5) {
        low = 2;
        return 22;
    } else if (low == 2 && letter == 4 && mid == 2 && high == 5) {
        return 25;
    } else if (low == 1 && letter == 2 && mid == 3 && high == 5) {
        low = 0;
        return 23;
    } else if (low == 0 && letter == 3 && mid == 2 && high == 5) {
        low = 2;
        mid = 1;
        return 26;
    } else if (low == 0 && letter == 1 && mid == 0 && high == 5) {
        low = 1;
        return 25;
    } else if (low == 0 && letter == 3 && mid == 1 && high == 5) {
        low = 2;
        mid = 0;
        return 22;
    } else if (low == 0 && letter == 2 && mid == 2 && high == 5) {
        low = 1;
        return 26;
    } else if (low == 0 && letter == 2 && mid == 1 && high == 5) {
        low = 2;
        mid = 0;
        return 23;
    } else if (low == 2 && letter == 5 && mid == 3 && high == 5) {
        low = 1;
        return 24;
    } else if (low == 2 && letter == 2 && mid == 0 && high == 6) {
        mid = 3;
        high = 5;
        return 21;
    } else if (low == 0 && letter == 2 && mid == 3 && high == 5) {
        low = 2;
        mid = 2;
        return 25;
    } else if (low == 1 && letter == 5 && mid == 3 && high == 5) {
        mid = 2;
        return 26;
    } else if (low == 2 && letter == 1 && mid == 2 && high == 5) {
        low = 0;
        return 25;
    } else if (low == 0 && letter == 5 && mid == 1 && high == 5) {
        return 26;
    } else if (low == 0 && letter == 5 && mid == 3 && high == 5) {
        low = 1;
        return 22;
    } else if (low == 1 && letter == 2 && mid == 1 && high == 5) {
        return 22;
    } else if (low == 1 && letter == 4 && mid == 3 && high == 5) {
        mid = 2;
        return 23;
    } else if (low == 0 && letter == 4 && mid == 0 && high == 5) {
        return 23;
    } else if (low == 1 && letter == 2 && mid == 0 && high == 6) {
        low = 2;
        mid = 3;
        high = 5;
        return 20;
    } else if (low == 0 && letter == 2 && mid == 0 && high == 6) {
        low = 1;
        return 26;
    } else if (low == 0 && letter == 4 && mid == 1 && high == 5) {
        low = 1;
        return 22;
    } else if (low == 0 && letter == 1 && mid == 1 && high == 5) {
        low = 1;
        return 25;
    } else if (low == 0 && letter == 5 && mid == 2 && high == 5) {
        return 25;
    } else if (low == 2 && letter == 1 && mid == 0 && high == 5) {
        low = 0;
        mid = 1;
        return 21;
    } else if (low == 0 && letter == 3 && mid == 3 && high == 5) {
        mid = 2;
        return 20;
    } else if (low == 2 && letter == 5 && mid == 2 && high == 5) {
        low = 0;
        mid = 3;
        return 23;
    } else if (low == 2 && letter == 1 && mid == 0 && high == 6) {
        low = 0;
        mid = 1;
        return 24;
    } else if (low == 1 && letter == 3 && mid == 0 && high == 6) {
        low = 2;
        return 21;
    } else if (low == 1 && letter == 2 && mid == 2 && high == 5) {
        low = 2;
        return 26;
    } else if (low == 1 && letter == 4 && mid == 0 && high == 5) {
        low = 2;
        return 22;
    } else if (low == 1 && letter == 1 && mid == 0 && high == 5) {
        low = 2;
        return 25;
    } else if (low == 0 && letter == 1 && mid == 0 && high == 6) {
        low = 1;
        mid = 3;
        high = 5;
        return 26;
    } else if (low == 1 && letter == 4 && mid == 0 && high == 6) {
        low = 0;
        return 20;
    } else if (low == 1 && letter == 5 && mid == 2 && high == 5) {
        low = 2;
        mid = 1;
        return 26;
    } else if (low == 0 && letter == 4 && mid == 2 && high == 5) {
        mid = 1;
        return 21;
    } else if (low == 0 && letter == 5 && mid == 1 && high == 6) {
        low = 1;
        mid = 0;
        return 25;
    }
    return -2;
}
int main(void)
{
    for (;;) {
        int letter = __VERIFIER_nondet_int();
        if (letter < 1 || letter > 5)
            return 0;
        answer(letter);
    }
}
