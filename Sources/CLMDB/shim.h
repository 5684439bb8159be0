#pragma once
#include <lmdb.h>
/* Glibc's own module leaves statfs(2) out; Storage asks it whether a folder lies on a network file system. */
#include <sys/statfs.h>
/* It leaves renameat2(2) out as well, which its headers declare only for _GNU_SOURCE. */
int renameat2(int, const char *, int, const char *, unsigned int);
#define GRANARY_RENAME_NOREPLACE 1u
