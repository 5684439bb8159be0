// A library that is loaded before all others (LD_PRELOAD) and stands between a program and what it asks of its files.
// It writes down each such call, and lets one of them fail. For tests alone; Benchmarks/faults.py builds and uses it.
//
//   FAULTS_PLACES    which files count: NAME=PATH, separated by colons; all below a path counts, and is called NAME/...
//   FAULTS_LOG       file that a record of each call is appended to
//   FAULTS_CONTENT   records have the bytes that were written
//   FAULTS_CALL      the call that fails, as the log names it
//   FAULTS_FILE      the file on which it fails, as the log names it; of two, the second
//   FAULTS_NUMBER    which of these calls fails, from 1; 0 for all of them
//   FAULTS_ERROR     number of the error; `short` to do half of it; `sleep SECONDS` to do it that much later
//   FAULTS_CHILDREN  children have it, too, even where their environment is scrubbed; without it they do not
//
// A record: call, process, nanoseconds, result, error, inode, offset, flags, time of writing, three lengths, then a
// line feed, two names, and bytes. What random parts a name has are `*`, but where content is recorded.

#define _GNU_SOURCE
#include <dirent.h>
#include <dlfcn.h>
#include <errno.h>
#include <fcntl.h>
#include <limits.h>
#include <pthread.h>
#include <spawn.h>
#include <stdarg.h>
#include <stdatomic.h>
#include <stdbool.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/file.h>
#include <sys/mman.h>
#include <sys/stat.h>
#include <sys/statvfs.h>
#include <sys/syscall.h>
#include <sys/uio.h>
#include <time.h>
#include <unistd.h>

extern char **environ;

enum { NONE, NUMBER, SHORT, SLEEP };

static struct { char name[32]; char path[PATH_MAX]; size_t length; } places[8];
static int place_count;
static const char *log_path;
static int log_file = -1;
static bool with_content, with_children;
static char wanted_call[32], wanted_file[PATH_MAX];
static long wanted_number;
static int fault, fault_number;
static atomic_long met;
static __thread bool inside;

static void copy(char *target, size_t size, const char *text) { snprintf(target, size, "%s", text ? text : ""); }

static void open_log(void) {
    int low = (int)syscall(SYS_openat, AT_FDCWD, log_path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC, 0644);
    // Out of the way of numbers that a program may count on.
    log_file = (int)syscall(SYS_fcntl, low, F_DUPFD_CLOEXEC, 900);
    syscall(SYS_close, low);
}

__attribute__((constructor)) static void begin(void) {
    const char *list = getenv("FAULTS_PLACES");
    if (!list) return;
    inside = true;
    char *text = strdup(list), *rest = text, *item;
    while ((item = strsep(&rest, ":")) && place_count < 8) {
        char *equal = strchr(item, '=');
        if (!equal) continue;
        *equal = 0;
        copy(places[place_count].name, sizeof places[0].name, item);
        copy(places[place_count].path, sizeof places[0].path, equal + 1);
        places[place_count].length = strlen(equal + 1);
        place_count++;
    }
    free(text);
    const char *path = getenv("FAULTS_LOG");
    if (path) {
        log_path = strdup(path);
        open_log();
    }
    with_content = getenv("FAULTS_CONTENT") != NULL;
    with_children = getenv("FAULTS_CHILDREN") != NULL;
    copy(wanted_call, sizeof wanted_call, getenv("FAULTS_CALL"));
    copy(wanted_file, sizeof wanted_file, getenv("FAULTS_FILE"));
    wanted_number = getenv("FAULTS_NUMBER") ? atol(getenv("FAULTS_NUMBER")) : 1;
    const char *error = getenv("FAULTS_ERROR");
    if (error && !strcmp(error, "short")) fault = SHORT;
    else if (error && !strncmp(error, "sleep ", 6)) fault = SLEEP, fault_number = atoi(error + 6);
    else if (error) fault = NUMBER, fault_number = atoi(error);
    if (!with_children) {
        unsetenv("LD_PRELOAD");
        for (char **entry = environ; *entry;) {
            char name[64];
            copy(name, sizeof name, *entry);
            name[strcspn(name, "=")] = 0;
            if (!strncmp(name, "FAULTS_", 7)) unsetenv(name);
            else entry++;
        }
    }
    inside = false;
}

// Puts a `*` for what is random in the name of a folder that begins like this.
static void mask(char *name, const char *beginning) {
    char *folder = strstr(name, beginning);
    if (!folder) return;
    char *rest = folder + strlen(beginning), tail[PATH_MAX];
    copy(tail, sizeof tail, strchr(rest, '/'));
    snprintf(rest, PATH_MAX - (size_t)(rest - name), "*%s", tail);
}

// Names a path as the log does; false when it lies in none of the places.
static bool named(const char *path, char *name) {
    for (int i = 0; i < place_count; i++) {
        size_t length = places[i].length;
        if (strncmp(path, places[i].path, length) || (path[length] && path[length] != '/')) continue;
        snprintf(name, PATH_MAX, "%s%s", places[i].name, path + length);
        char *gone = strstr(name, " (deleted)");
        if (gone) *gone = 0;
        mask(name, "granary-confined-");
        mask(name, "granary-confining-");
        mask(name, "granary-new-");
        mask(name, "granary-work-");
        size_t whole = strlen(name);
        // Where what was written is recorded, files are told apart by their names.
        if (!with_content && whole > 8 && !strcmp(name + whole - 8, ".partial")) {
            name[whole - 8] = 0;
            char *dot = strrchr(name, '.');
            if (dot) strcpy(dot, ".*.partial");
        }
        return true;
    }
    return false;
}

static bool named_file(int file, char *name) {
    char link[64], path[PATH_MAX];
    snprintf(link, sizeof link, "/proc/self/fd/%d", file);
    ssize_t count = syscall(SYS_readlink, link, path, sizeof path - 1);
    if (count <= 0) return false;
    path[count] = 0;
    return named(path, name);
}

static bool named_at(int folder, const char *path, char *name) {
    if (!path || !place_count) return false;
    if (path[0] == '/') return named(path, name);
    char link[64], whole[2 * PATH_MAX];
    if (folder == AT_FDCWD) snprintf(link, sizeof link, "/proc/self/cwd");
    else snprintf(link, sizeof link, "/proc/self/fd/%d", folder);
    ssize_t count = syscall(SYS_readlink, link, whole, PATH_MAX - 1);
    if (count <= 0) return false;
    if (path[0]) snprintf(whole + count, sizeof whole - (size_t)count, "/%s", path);
    else whole[count] = 0;
    return strlen(whole) < PATH_MAX && named(whole, name);
}

struct call {
    const char *name;
    char file[PATH_MAX], other[PATH_MAX];  // `other` is the first one of two.
    long number;
    int fault;
};

// What becomes of a call on a file that counts.
static void decide(struct call *call) {
    call->fault = NONE;
    if (!fault || strcmp(call->name, wanted_call) || strcmp(call->file, wanted_file)) return;
    long number = atomic_fetch_add(&met, 1) + 1;
    if (wanted_number && number != wanted_number) return;
    call->fault = fault;
    if (fault == SLEEP) {
        struct timespec time = {fault_number, 0};
        while (syscall(SYS_nanosleep, &time, &time) && errno == EINTR) {}
    }
}

static void record(struct call *call, long result, int error, int file, long offset, long flags,
                   const struct iovec *parts, int part_count, long byte_count) {
    if (log_file < 0) return;
    struct stat status = {0};
    if (file >= 0) syscall(SYS_newfstatat, file, "", &status, AT_EMPTY_PATH);
    struct timespec time;
    clock_gettime(CLOCK_MONOTONIC, &time);
    if (!with_content || byte_count < 0) byte_count = 0;
    char head[512];
    // A fault that was put in place has a mark of its own.
    int head_length = snprintf(head, sizeof head, "%s%s %d %ld %ld %d %lu %ld %ld %ld %zu %zu %ld\n",
                               call->fault ? "!" : "", call->name, getpid(),
                               time.tv_sec * 1000000000L + time.tv_nsec, result, error,
                               (unsigned long)status.st_ino, offset, flags,
                               status.st_mtim.tv_sec * 1000000000L + status.st_mtim.tv_nsec, strlen(call->other),
                               strlen(call->file), byte_count);
    struct iovec all[1100] = {
        {head, (size_t)head_length}, {call->other, strlen(call->other)}, {call->file, strlen(call->file)}};
    int count = 3;
    for (int i = 0; i < part_count && byte_count > 0 && count < 1024; i++) {
        size_t length = parts[i].iov_len < (size_t)byte_count ? parts[i].iov_len : (size_t)byte_count;
        all[count++] = (struct iovec){parts[i].iov_base, length};
        byte_count -= (long)length;
    }
    if (syscall(SYS_writev, log_file, all, count) >= 0 || errno != EBADF) return;
    // A worker closes all descriptors that it was not given, before it confines itself.
    open_log();
    syscall(SYS_writev, log_file, all, count);
}

#define REAL(name) ((__typeof__(&name))real_(#name))
static void *real_(const char *name) {
    void *found = dlsym(RTLD_NEXT, name);
    if (!found) abort();
    return found;
}

// BODY(ask) does the call when it counts for nothing. `known` says whether the file counts.
#define BEGIN(label, known)                   \
    struct call call = {.name = label};       \
    if (inside || !(known)) goto plain;       \
    inside = true;                            \
    decide(&call);
#define END(result, file, offset, flags, parts, part_count, byte_count)                                       \
    {                                                                                                       \
        int error_ = errno;                                                                                 \
        record(&call, (long)(result), (long)(result) == -1 ? error_ : 0, file, offset, flags, parts, part_count, \
               byte_count);                                                                                      \
        inside = false;                                                                                     \
        errno = error_;                                                                                     \
    }
#define FAILS (call.fault == NUMBER)

// --- Opening

static int opened(int folder, const char *path, int flags, mode_t mode) {
    int result;
    BEGIN(flags & O_CREAT ? "create" : "open", named_at(folder, path, call.file))
    if (FAILS) errno = fault_number, result = -1;
    else result = (int)syscall(SYS_openat, folder, path, flags, mode);
    END(result, result, 0, flags, NULL, 0, 0)
    return result;
plain:
    return (int)syscall(SYS_openat, folder, path, flags, mode);
}
#define MODE(last)                                                   \
    mode_t mode = 0;                                                 \
    if (flags & (O_CREAT | O_TMPFILE)) {                             \
        va_list list;                                                \
        va_start(list, last);                                        \
        mode = va_arg(list, mode_t);                                 \
        va_end(list);                                                \
    }
int open(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int open64(const char *path, int flags, ...) { MODE(flags) return opened(AT_FDCWD, path, flags, mode); }
int openat(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int openat64(int folder, const char *path, int flags, ...) { MODE(flags) return opened(folder, path, flags, mode); }
int creat(const char *path, mode_t mode) { return opened(AT_FDCWD, path, O_CREAT | O_WRONLY | O_TRUNC, mode); }
// What the C library opens by itself does not come by here.
DIR *opendir(const char *path) {
    int file = opened(AT_FDCWD, path, O_RDONLY | O_DIRECTORY | O_CLOEXEC, 0);
    return file < 0 ? NULL : fdopendir(file);
}
static FILE *opened_stream(const char *path, const char *mode, const char *name) {
    FILE *result;
    BEGIN(mode[0] == 'r' ? "open" : "create", named_at(AT_FDCWD, path, call.file))
    if (FAILS) errno = fault_number, result = NULL;
    else result = ((FILE * (*)(const char *, const char *)) real_(name))(path, mode);
    END(result ? 0 : -1, result ? fileno(result) : -1, 0, mode[0] == 'w' ? O_CREAT | O_TRUNC : O_CREAT, NULL, 0, 0)
    return result;
plain:
    return ((FILE * (*)(const char *, const char *)) real_(name))(path, mode);
}
FILE *fopen(const char *path, const char *mode) { return opened_stream(path, mode, "fopen"); }
FILE *fopen64(const char *path, const char *mode) { return opened_stream(path, mode, "fopen64"); }
int close(int file) {
    int result;
    BEGIN("close", file != log_file && named_file(file, call.file))
    // A file is closed even when that fails.
    result = (int)syscall(SYS_close, file);
    if (FAILS) errno = fault_number, result = -1;
    END(result, -1, 0, 0, NULL, 0, 0)
    return result;
plain:
    if (file == log_file && file >= 0) return 0;
    return (int)syscall(SYS_close, file);
}

// --- Reading and writing

static ssize_t half(ssize_t count) {
    ssize_t result = count / 2;
    return result > 8192 ? result & ~4095L : result;
}
static ssize_t moved(const char *label, long number, int file, const struct iovec *parts, int part_count,
                     off_t offset) {
    bool writes = label[0] == 'w', is_at = offset >= 0;
    ssize_t result = -1;
    struct iovec some[1024];
    ssize_t byte_count = 0;
    if (part_count > 1024) part_count = 1024;
    BEGIN(label, named_file(file, call.file))
    for (int i = 0; i < part_count; i++) byte_count += (ssize_t)parts[i].iov_len;
    if (FAILS) {
        errno = fault_number;
    } else {
        int some_count = 0;
        ssize_t left = call.fault == SHORT ? half(byte_count) : byte_count;
        for (int i = 0; i < part_count && (left > 0 || i == 0); i++) {
            ssize_t length = (ssize_t)parts[i].iov_len < left ? (ssize_t)parts[i].iov_len : left;
            some[some_count++] = (struct iovec){parts[i].iov_base, (size_t)length};
            left -= length;
        }
        result = is_at ? syscall(number, file, some, some_count, offset, 0) : syscall(number, file, some, some_count);
    }
    if (!is_at && result >= 0) {
        int before = errno;
        offset = syscall(SYS_lseek, file, 0, SEEK_CUR) - result;
        errno = before;
    }
    END(result, file, offset, 0, parts, part_count, writes ? result : 0)
    return result;
plain:
    return is_at ? syscall(number, file, parts, part_count, offset, 0) : syscall(number, file, parts, part_count);
}
#define PART struct iovec part = {(void *)bytes, count};
ssize_t read(int file, void *bytes, size_t count) { PART return moved("read", SYS_readv, file, &part, 1, -1); }
ssize_t write(int file, const void *bytes, size_t count) { PART return moved("write", SYS_writev, file, &part, 1, -1); }
ssize_t readv(int file, const struct iovec *parts, int count) {
    return moved("read", SYS_readv, file, parts, count, -1);
}
ssize_t writev(int file, const struct iovec *parts, int count) {
    return moved("write", SYS_writev, file, parts, count, -1);
}
#define AT(name, type, label, number)                                                                  \
    ssize_t name(int file, type *bytes, size_t count, off_t offset) {                                 \
        PART return moved(label, number, file, &part, 1, offset);                                     \
    }
#define ATV(name, label, number)                                                                       \
    ssize_t name(int file, const struct iovec *parts, int count, off_t offset) {                      \
        return moved(label, number, file, parts, count, offset);                                      \
    }
AT(pread, void, "read", SYS_preadv)
AT(pread64, void, "read", SYS_preadv)
AT(pwrite, const void, "write", SYS_pwritev)
AT(pwrite64, const void, "write", SYS_pwritev)
ATV(preadv, "read", SYS_preadv)
ATV(preadv64, "read", SYS_preadv)
ATV(pwritev, "write", SYS_pwritev)
ATV(pwritev64, "write", SYS_pwritev)

// --- A descriptor and numbers

static int done(const char *label, int file, long offset, long number, long a, long b, long c) {
    int result;
    BEGIN(label, named_file(file, call.file))
    if (FAILS) errno = fault_number, result = -1;
    else result = (int)syscall(number, file, a, b, c);
    END(result, file, offset, 0, NULL, 0, 0)
    return result;
plain:
    return (int)syscall(number, file, a, b, c);
}
int fsync(int file) { return done("fsync", file, 0, SYS_fsync, 0, 0, 0); }
int fdatasync(int file) { return done("fsync", file, 0, SYS_fdatasync, 0, 0, 0); }
int ftruncate(int file, off_t size) { return done("ftruncate", file, size, SYS_ftruncate, size, 0, 0); }
int ftruncate64(int file, off_t size) { return ftruncate(file, size); }
int fallocate(int file, int mode, off_t offset, off_t size) {
    return done("fallocate", file, mode & 1 ? 0 : offset + size, SYS_fallocate, mode, offset, size);
}
int fallocate64(int file, int mode, off_t offset, off_t size) { return fallocate(file, mode, offset, size); }
int posix_fallocate(int file, off_t offset, off_t size) {
    int before = errno, result = fallocate(file, 0, offset, size) == 0 ? 0 : errno;
    errno = before;
    return result;
}
int posix_fallocate64(int file, off_t offset, off_t size) { return posix_fallocate(file, offset, size); }
int flock(int file, int how) { return done("lock", file, how, SYS_flock, how, 0, 0); }
static int controlled(int file, int command, void *argument) {
    // The kernel's numbers of what locks: F_SETLK, F_SETLKW, F_OFD_SETLK, F_OFD_SETLKW.
    if (command != 6 && command != 7 && command != 37 && command != 38)
        return (int)syscall(SYS_fcntl, file, command, argument);
    return done("lock", file, ((struct flock *)argument)->l_type, SYS_fcntl, command, (long)argument, 0);
}
int fcntl(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return controlled(file, command, argument);
}
int fcntl64(int file, int command, ...) {
    va_list list;
    va_start(list, command);
    void *argument = va_arg(list, void *);
    va_end(list);
    return controlled(file, command, argument);
}
void *mmap(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    void *result;
    BEGIN("mmap", file >= 0 && named_file(file, call.file))
    if (FAILS) errno = fault_number, result = MAP_FAILED;
    else result = (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
    // What is written to memory is recorded by nobody: who reads the log has to know of such a map.
    END(result == MAP_FAILED ? -1 : 0, file, offset, (flags & MAP_SHARED) && (protection & PROT_WRITE), NULL, 0, 0)
    return result;
plain:
    return (void *)syscall(SYS_mmap, place, size, protection, flags, file, offset);
}
void *mmap64(void *place, size_t size, int protection, int flags, int file, off_t offset) {
    return mmap(place, size, protection, flags, file, offset);
}

// --- Names

static int linked(const char *label, long number, int from, const char *old, int to, const char *new, int flags) {
    int result;
    BEGIN(label, named_at(to, new, call.file) | named_at(from, old, call.other))
    if (FAILS) errno = fault_number, result = -1;
    else result = (int)syscall(number, from, old, to, new, flags);
    END(result, -1, 0, flags, NULL, 0, 0)
    return result;
plain:
    return (int)syscall(number, from, old, to, new, flags);
}
int rename(const char *old, const char *new) {
    return linked("rename", SYS_renameat2, AT_FDCWD, old, AT_FDCWD, new, 0);
}
int renameat(int from, const char *old, int to, const char *new) {
    return linked("rename", SYS_renameat2, from, old, to, new, 0);
}
int renameat2(int from, const char *old, int to, const char *new, unsigned flags) {
    return linked("rename", SYS_renameat2, from, old, to, new, (int)flags);
}
int link(const char *old, const char *new) { return linked("link", SYS_linkat, AT_FDCWD, old, AT_FDCWD, new, 0); }
int linkat(int from, const char *old, int to, const char *new, int flags) {
    return linked("link", SYS_linkat, from, old, to, new, flags);
}
static int changed(const char *label, long number, int folder, const char *path, long a, long b) {
    int result;
    BEGIN(label, named_at(folder, path, call.file))
    if (FAILS) errno = fault_number, result = -1;
    else result = (int)syscall(number, folder, path, a, b);
    END(result, -1, 0, 0, NULL, 0, 0)
    return result;
plain:
    return (int)syscall(number, folder, path, a, b);
}
int mkdir(const char *path, mode_t mode) { return changed("mkdir", SYS_mkdirat, AT_FDCWD, path, mode, 0); }
int mkdirat(int folder, const char *path, mode_t mode) { return changed("mkdir", SYS_mkdirat, folder, path, mode, 0); }
int unlinkat(int folder, const char *path, int flags) {
    return changed(flags & AT_REMOVEDIR ? "rmdir" : "unlink", SYS_unlinkat, folder, path, flags, 0);
}
int unlink(const char *path) { return unlinkat(AT_FDCWD, path, 0); }
int rmdir(const char *path) { return unlinkat(AT_FDCWD, path, AT_REMOVEDIR); }
int remove(const char *path) {
    int result = unlink(path);
    return result && errno == EISDIR ? rmdir(path) : result;
}

// --- Looking

int stat(const char *path, struct stat *status) {
    return changed("stat", SYS_newfstatat, AT_FDCWD, path, (long)status, 0);
}
int stat64(const char *path, struct stat64 *status) {
    return changed("stat", SYS_newfstatat, AT_FDCWD, path, (long)status, 0);
}
int lstat(const char *path, struct stat *status) {
    return changed("stat", SYS_newfstatat, AT_FDCWD, path, (long)status, AT_SYMLINK_NOFOLLOW);
}
int lstat64(const char *path, struct stat64 *status) {
    return changed("stat", SYS_newfstatat, AT_FDCWD, path, (long)status, AT_SYMLINK_NOFOLLOW);
}
int fstatat(int folder, const char *path, struct stat *status, int flags) {
    return changed("stat", SYS_newfstatat, folder, path, (long)status, flags);
}
int fstatat64(int folder, const char *path, struct stat64 *status, int flags) {
    return changed("stat", SYS_newfstatat, folder, path, (long)status, flags);
}
int fstat(int file, struct stat *status) { return done("stat", file, 0, SYS_fstat, (long)status, 0, 0); }
int fstat64(int file, struct stat64 *status) { return done("stat", file, 0, SYS_fstat, (long)status, 0, 0); }
int access(const char *path, int mode) { return changed("access", SYS_faccessat, AT_FDCWD, path, mode, 0); }

// --- Children

// Puts what this process was started with before the environment of a child: whoever scrubs that scrubs nothing of it.
static char **completed(char *const list[], char **space, int size) {
    if (!with_children) return (char **)list;
    int count = 0;
    for (char **entry = environ; *entry && count < size - 1; entry++)
        if (!strncmp(*entry, "FAULTS_", 7) || !strncmp(*entry, "LD_PRELOAD=", 11)) space[count++] = *entry;
    for (char *const *entry = list; *entry && count < size - 1; entry++)
        if (strncmp(*entry, "FAULTS_", 7) && strncmp(*entry, "LD_PRELOAD=", 11)) space[count++] = *entry;
    space[count] = NULL;
    return space;
}
int posix_spawn(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                const posix_spawnattr_t *attributes, char *const arguments[], char *const list[]) {
    char *space[1024];
    return REAL(posix_spawn)(child, path, actions, attributes, arguments, completed(list, space, 1024));
}
int posix_spawnp(pid_t *child, const char *path, const posix_spawn_file_actions_t *actions,
                 const posix_spawnattr_t *attributes, char *const arguments[], char *const list[]) {
    char *space[1024];
    return REAL(posix_spawnp)(child, path, actions, attributes, arguments, completed(list, space, 1024));
}
int execve(const char *path, char *const arguments[], char *const list[]) {
    char *space[1024];
    return REAL(execve)(path, arguments, completed(list, space, 1024));
}
