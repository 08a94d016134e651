/* What the programs of ../../run use of stdio.h. */
#include <stddef.h>
extern void *stdout;
int printf(const char *, ...);
int fprintf(void *, const char *, ...);
int sprintf(char *, const char *, ...);
int snprintf(char *, size_t, const char *, ...);
int puts(const char *);
int fputs(const char *, void *);
int putchar(int);
