#include "CBuildInfo.h"

#ifndef CHURNTOP_COMMIT
#define CHURNTOP_COMMIT ""
#endif

const char *cbi_commit(void) { return CHURNTOP_COMMIT; }
