
/* Nothing becomes of a path. Without parameters: what the program passes is not looked at. */
WEAK int remove(void) { return perhaps((int)within((int)take("remove"), 0, 133)); }
WEAK int unlink(void) { return perhaps((int)within((int)take("unlink"), 0, 133)); }
WEAK int rmdir(void) { return perhaps((int)within((int)take("rmdir"), 0, 133)); }
WEAK int chdir(void) { return perhaps((int)within((int)take("chdir"), 0, 133)); }
WEAK int mkdir(void) { return perhaps((int)within((int)take("mkdir"), 0, 133)); }
WEAK int chmod(void) { return perhaps((int)within((int)take("chmod"), 0, 133)); }
WEAK int access(void) { return perhaps((int)within((int)take("access"), 0, 133)); }
WEAK int rename(void) { return perhaps((int)within((int)take("rename"), 0, 133)); }
