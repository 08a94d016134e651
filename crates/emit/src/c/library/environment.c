
/* Variables that are set have the empty text here. */
UNSEEN static char *variable(const char *name)
{
    static char texts[32][64], set[32];
    static char empty[1];
    int i = 0, at;
    for (;; i++) {
        for (at = 0; texts[i][at] && texts[i][at] == name[at]; at++) {
        }
        if (i == 31 || (texts[i][0] && texts[i][at] == name[at]))
            return set[i] ? empty : 0;
        if (!texts[i][0])
            break;
    }
    for (at = 0; at < 63 && name[at]; at++)
        texts[i][at] = name[at];
    set[i] = (char)within((int)take("getenv"), 0, 1);
    return set[i] ? empty : 0;
}

WEAK char *getenv(const char *name) { return variable(name); }
WEAK char *secure_getenv(const char *name) { return variable(name); }
