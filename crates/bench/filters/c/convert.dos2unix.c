// busybox (dos2unix): takes carriage returns away.
//: function convert
//: with fn=0 conv_type=2
#include <stdio.h>
#include <stdlib.h>
#include <sys/stat.h>
#include <unistd.h>
char *xmalloc_follow_symlinks(const char *path);
void bb_simple_perror_msg_and_die(const char *s);
void bb_perror_nomsg_and_die(void);
FILE *xfopen_for_read(const char *path);
FILE *xfdopen_for_write(int fd);
void xfstat(int fd, struct stat *buf, const char *errmsg);
char *xasprintf(const char *format, ...);
int xmkstemp(char *template);
void xrename(const char *oldpath, const char *newpath);
//: cut busybox coreutils/dos2unix.c CT_UNIX2DOS convert
