// busybox (wget): tabs as spaces, up to the first other control character.
//: cut busybox networking/wget.c sanitize_string
