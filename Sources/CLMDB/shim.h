#pragma once
#include <lmdb.h>
/* Glibc's own module leaves statfs(2) out; Storage asks it whether a folder lies on a network file system. */
#include <sys/statfs.h>
