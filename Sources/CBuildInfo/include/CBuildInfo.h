#ifndef CBUILDINFO_H
#define CBUILDINFO_H

/// Returns the commit that the program was built from, or an empty text if the build did not say.
const char *cbi_commit(void);

#endif
