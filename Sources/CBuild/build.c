#include "CBuild.h"

#ifndef GRANARY_COMMIT
#define GRANARY_COMMIT ""
#endif
#ifndef GRANARY_SWIFT
#define GRANARY_SWIFT ""
#endif

const char *granary_build_commit(void) { return GRANARY_COMMIT; }

const char *granary_build_swift(void) { return GRANARY_SWIFT; }
