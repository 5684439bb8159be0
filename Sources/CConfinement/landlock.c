// Landlock through its system calls: the C library has no functions for them, and Debian 12's header stops at version
// 2.
#define _GNU_SOURCE
#include "CConfinement.h"

#include <errno.h>
#include <fcntl.h>
#include <stddef.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

enum { CREATE_RULESET = 444, ADD_RULE = 445, RESTRICT_SELF = 446 };
enum { CREATE_VERSION = 1, PATH_BENEATH = 1 };

// linux/landlock.h
#define EXECUTE (1ULL << 0)
#define WRITE_FILE (1ULL << 1)
#define READ_FILE (1ULL << 2)
#define READ_DIR (1ULL << 3)
#define REMOVE_DIR (1ULL << 4)
#define REMOVE_FILE (1ULL << 5)
#define MAKE_DIR (1ULL << 7)
#define MAKE_REG (1ULL << 8)
#define REFER (1ULL << 13)
#define TRUNCATE (1ULL << 14)
#define IOCTL_DEV (1ULL << 15)

#define OF_VERSION_1 ((1ULL << 13) - 1)
#define OF_FILES (EXECUTE | WRITE_FILE | READ_FILE | TRUNCATE | IOCTL_DEV)
#define TCP ((1ULL << 0) | (1ULL << 1))
#define SCOPES ((1ULL << 0) | (1ULL << 1))

struct ruleset {
    uint64_t files;
    uint64_t network;
    uint64_t scopes;
};

struct path_beneath {
    uint64_t allowed;
    int32_t parent;
} __attribute__((packed));

int granary_landlock_version(void) {
    long version = syscall(CREATE_RULESET, NULL, 0, CREATE_VERSION);
    return version > 0 ? (int)version : 0;
}

// The access rights to files that this kernel supports.
static uint64_t known(void) {
    int version = granary_landlock_version();
    uint64_t known = OF_VERSION_1;
    if (version >= 2) known |= REFER;
    if (version >= 3) known |= TRUNCATE;
    if (version >= 5) known |= IOCTL_DEV;
    return version > 0 ? known : 0;
}

int granary_landlock_create(void) {
    int version = granary_landlock_version();
    struct ruleset rules = {known(), version >= 4 ? TCP : 0, version >= 6 ? SCOPES : 0};
    // Older kernels accept a shorter structure, or a longer one whose rest is zero.
    size_t size = version >= 6 ? 24 : version >= 4 ? 16 : 8;
    return (int)syscall(CREATE_RULESET, &rules, size, 0);
}

int granary_landlock_allow(int rules, const char *path, unsigned access) {
    int file = open(path, O_PATH | O_CLOEXEC);
    if (file < 0) return -1;
    uint64_t allowed = 0;
    if (access & GRANARY_READ) allowed |= READ_FILE | READ_DIR;
    if (access & GRANARY_WRITE)
        allowed |= READ_FILE | READ_DIR | WRITE_FILE | TRUNCATE | MAKE_DIR | MAKE_REG | REMOVE_DIR | REMOVE_FILE
            | REFER;
    if (access & GRANARY_REMOVE_FOLDERS) allowed |= REMOVE_DIR;
    if (access & GRANARY_START) allowed |= EXECUTE | READ_FILE;
    if (access & GRANARY_USE) allowed |= READ_FILE | WRITE_FILE;
    struct stat status;
    int result = fstat(file, &status);
    if (result == 0) {
        // A file has no folder rights: the kernel would reject the rule.
        struct path_beneath rule = {allowed & known() & (S_ISDIR(status.st_mode) ? ~0ULL : OF_FILES), file};
        result = rule.allowed == 0 ? 0 : (int)syscall(ADD_RULE, rules, PATH_BENEATH, &rule, 0);
    }
    int failure = errno;
    close(file);
    errno = failure;
    return result;
}

int granary_landlock_enforce(int rules) {
    int result = (int)syscall(RESTRICT_SELF, rules, 0);
    int failure = errno;
    close(rules);
    errno = failure;
    return result;
}
