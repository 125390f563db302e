#include "in_c.h"
#include <stdio.h>
#include <stdlib.h>

#define LOG(text) fprintf(stderr, "%s\n", text)
#define QUIT \
  do { \
    LOG("end"); \
    exit(1); \
  } while (0)

void report(const char *text) {
  LOG(text);
  //+0 output
  fputs(text, stdout);
  //+0 output
  if (text[0] == 0) QUIT;
  //                ^ process
  //                ^ output
}
