/* What the programs of ../../run use of ctype.h. */
int isalpha(int), isdigit(int), isalnum(int), isspace(int), isupper(int), islower(int), ispunct(int);
int isxdigit(int), isprint(int), isgraph(int), iscntrl(int), isblank(int), toupper(int), tolower(int);
