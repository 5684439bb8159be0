#define _GNU_SOURCE
#include "CConfinement.h"

#include <dirent.h>
#include <sys/resource.h>

#if defined(__has_feature)
#if __has_feature(address_sanitizer) || __has_feature(thread_sanitizer)
#define SANITIZED 1
#endif
#endif
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
#define SANITIZED 1
#endif

bool granary_is_sanitized(void) {
#ifdef SANITIZED
    return true;
#else
    return false;
#endif
}

static int limit(int resource, uint64_t most) {
    struct rlimit now;
    if (getrlimit(resource, &now) != 0) return -1;
    rlim_t bound = most < now.rlim_max ? (rlim_t)most : now.rlim_max;
    struct rlimit limit = {bound < now.rlim_cur ? bound : now.rlim_cur, bound};
    return setrlimit(resource, &limit);
}

int granary_limit_data(uint64_t byte_count) { return limit(RLIMIT_DATA, byte_count); }
int granary_limit_address_space(uint64_t byte_count) { return limit(RLIMIT_AS, byte_count); }
int granary_limit_files(uint64_t count) { return limit(RLIMIT_NOFILE, count); }
int granary_limit_file_size(uint64_t byte_count) { return limit(RLIMIT_FSIZE, byte_count); }
int granary_limit_cores(void) { return limit(RLIMIT_CORE, 0); }

int granary_thread_count(void) {
    DIR *threads = opendir("/proc/self/task");
    if (!threads) return 0;
    int count = 0;
    for (struct dirent *entry; (entry = readdir(threads));) count += entry->d_name[0] != '.';
    closedir(threads);
    return count;
}
