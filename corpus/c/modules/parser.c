/*
 * A parser of lines of the form `name = number`, one character at a time: for
 * consoles on which what is typed comes byte by byte.
 */
#include <assert.h>
#include <stdbool.h>

#define DIGITS 3
#define LETTERS 4

enum state { START, NAME, EQUALS, SIGN, NUMBER, DONE, FAILED };

static enum state state = START;
static int letters;
static int digits;
static unsigned value;
static bool negative;

static bool is_letter(char c)
{
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || c == '_';
}

static bool is_digit(char c)
{
    return c >= '0' && c <= '9';
}

void parser_reset(void)
{
    state = START;
    letters = 0;
    digits = 0;
    value = 0;
    negative = false;
}

static enum state after_digit(char c)
{
    if (digits == DIGITS)
        return FAILED;
    digits++;
    value = value * 10u + (unsigned)(c - '0');
    return NUMBER;
}

static enum state after_start(char c)
{
    if (c == ' ')
        return START;
    if (!is_letter(c))
        return FAILED;
    letters = 1;
    return NAME;
}

static enum state after_name(char c)
{
    if (is_letter(c) && letters < LETTERS) {
        letters++;
        return NAME;
    }
    return c == '=' ? EQUALS : FAILED;
}

static enum state next(char c)
{
    switch (state) {
    case START:
        return after_start(c);
    case NAME:
        return after_name(c);
    case EQUALS:
        if (c == '-') {
            negative = true;
            return SIGN;
        }
        return is_digit(c) ? after_digit(c) : FAILED;
    case SIGN:
        return is_digit(c) ? after_digit(c) : FAILED;
    case NUMBER:
        if (c == '\n')
            return DONE;
        return is_digit(c) ? after_digit(c) : FAILED;
    case DONE:
    case FAILED:
        break;
    }
    return FAILED;
}

/* Takes a character. When a line has ended, well or not, it must be reset. */
void parser_feed(char c)
{
    assert(state != DONE && state != FAILED);
    state = next(c);
}

bool parser_is_done(void)
{
    return state == DONE;
}

bool parser_has_failed(void)
{
    return state == FAILED;
}

/* The number, once a line is complete. */
int parser_value(void)
{
    assert(state == DONE);
    return (int)(negative ? 0u - value : value);
}
