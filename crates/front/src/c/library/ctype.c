/* Functions of ctype.h in the C locale. What they give for a character that is in a class is any number but zero. */

/* Intrinsic: C gives no meaning to what follows; which kind that is. */
void __mores_undefined(const char *kind);
/* Intrinsic: what follows holds as long as this does. */
void __mores_assumed(const char *what);
/* Intrinsic: numbers that the function of this name leaves open: any at all, any that is zero where another is. */
int __mores_open_any(const char *function);
int __mores_open_truth(const char *function, int of);

static void __mores_character(int c);

/* These functions are made for characters and for the end of what there is to read. */
static void __mores_character(int c)
{
    if (c < -1 || c > 255) {
        if (c < -128 || c > 255) {
            __mores_undefined("argument");
        }
        __mores_assumed("characters below zero are in no class and keep their low byte when their case is changed (glibc)");
    }
}

int isupper(int c)
{
    __mores_character(c);
    return __mores_open_truth("isupper", c >= 'A' && c <= 'Z');
}

int islower(int c)
{
    __mores_character(c);
    return __mores_open_truth("islower", c >= 'a' && c <= 'z');
}

int isalpha(int c)
{
    __mores_character(c);
    return __mores_open_truth("isalpha", (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'));
}

int isdigit(int c)
{
    __mores_character(c);
    return __mores_open_truth("isdigit", c >= '0' && c <= '9');
}

int isalnum(int c)
{
    __mores_character(c);
    return __mores_open_truth("isalnum", (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9'));
}

int isxdigit(int c)
{
    __mores_character(c);
    return __mores_open_truth("isxdigit", (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f') || (c >= 'A' && c <= 'F'));
}

int isspace(int c)
{
    __mores_character(c);
    return __mores_open_truth("isspace", c == ' ' || (c >= '\t' && c <= '\r'));
}

int isblank(int c)
{
    __mores_character(c);
    return __mores_open_truth("isblank", c == ' ' || c == '\t');
}

int iscntrl(int c)
{
    __mores_character(c);
    return __mores_open_truth("iscntrl", (c >= 0 && c < 32) || c == 127);
}

int isprint(int c)
{
    __mores_character(c);
    return __mores_open_truth("isprint", c >= 32 && c < 127);
}

int isgraph(int c)
{
    __mores_character(c);
    return __mores_open_truth("isgraph", c > 32 && c < 127);
}

int isascii(int c) { return __mores_open_truth("isascii", c >= 0 && c < 128); }
int toascii(int c) { return c & 127; }

int tolower(int c)
{
    __mores_character(c);
    if (c < -1) {
        return (int)((unsigned)__mores_open_any("tolower") << 8 | (c & 255));
    }
    return c >= 'A' && c <= 'Z' ? c + 32 : c;
}

int toupper(int c)
{
    __mores_character(c);
    if (c < -1) {
        return (int)((unsigned)__mores_open_any("toupper") << 8 | (c & 255));
    }
    return c >= 'a' && c <= 'z' ? c - 32 : c;
}

int ispunct(int c)
{
    __mores_character(c);
    return __mores_open_truth("ispunct", (c > 32 && c < '0') || (c > '9' && c < 'A') || (c > 'Z' && c < 'a') || (c > 'z' && c < 127));
}

/* What the macros of ctype.h become in files that were preprocessed elsewhere: tables for -128 to 255. */

const unsigned short **__ctype_b_loc(void)
{
    static const unsigned short classes[384] = {
        [128 + 0 ... 128 + 8] = 2, [128 + 9] = 8195, [128 + 10 ... 128 + 13] = 8194,
        [128 + 14 ... 128 + 31] = 2, [128 + 32] = 24577, [128 + 33 ... 128 + 47] = 49156,
        [128 + 48 ... 128 + 57] = 55304, [128 + 58 ... 128 + 64] = 49156, [128 + 65 ... 128 + 70] = 54536,
        [128 + 71 ... 128 + 90] = 50440, [128 + 91 ... 128 + 96] = 49156, [128 + 97 ... 128 + 102] = 54792,
        [128 + 103 ... 128 + 122] = 50696, [128 + 123 ... 128 + 126] = 49156, [128 + 127] = 2,
    };
    static const unsigned short *zero = classes + 128;
    return &zero;
}

const int **__ctype_tolower_loc(void)
{
    static int table[384];
    static const int *zero = table + 128;
    if (table[128 + 'A'] == 0) {
        for (int c = -128; c < 256; c++) {
            table[c + 128] = c >= 'A' && c <= 'Z' ? c + 32 : c < -1 ? c + 256 : c;
        }
    }
    return &zero;
}

const int **__ctype_toupper_loc(void)
{
    static int table[384];
    static const int *zero = table + 128;
    if (table[128 + 'a'] == 0) {
        for (int c = -128; c < 256; c++) {
            table[c + 128] = c >= 'a' && c <= 'z' ? c - 32 : c < -1 ? c + 256 : c;
        }
    }
    return &zero;
}
