#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

// Swift Testing begins every test at once unless this variable says otherwise, and reads it when
// the run begins (swift-testing, pull requests 1390 and 1711). Each answer of a server in one test
// would then wait behind the beginnings of all other tests. Who sets the variable is obeyed.
__attribute__((constructor)) static void limit_width(void) {
  char width[16];
  long processors = sysconf(_SC_NPROCESSORS_ONLN);
  snprintf(width, sizeof width, "%ld", processors > 1 ? 3 * processors : 3);
  setenv("SWT_EXPERIMENTAL_MAXIMUM_PARALLELIZATION_WIDTH", width, 0);
}
