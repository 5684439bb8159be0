#pragma once

#include <stdbool.h>
#include <stdint.h>

/// Access rights below a folder, or to a file.
enum granary_access {
    /// Read files and list folders.
    GRANARY_READ = 1,
    /// Create, write, rename and remove files and folders, and read them.
    GRANARY_WRITE = 2,
    /// Remove empty folders, nothing else.
    GRANARY_REMOVE_FOLDERS = 4,
    /// Start the program, and read it.
    GRANARY_START = 8,
    /// Read and write an existing file: a device.
    GRANARY_USE = 16,
};

/// The version of Landlock in the kernel; 0 without it.
int granary_landlock_version(void);
/// Creates a set of rules that allows nothing; -1 with errno.
int granary_landlock_create(void);
/// Allows access to a path and everything below it. Returns 0, or -1 with errno.
int granary_landlock_allow(int rules, const char *path, unsigned access);
/// Applies the rules to this thread and its later children permanently, and closes them. Returns 0, or -1 with errno.
int granary_landlock_enforce(int rules);

/// Whether the kernel filters system calls.
bool granary_can_filter_calls(void);
/// Refuses system calls permanently from now on: network, other processes, the state of the kernel, owners and modes of
/// files and, if `may_start` is false, new processes and signals to others. Returns 0, or -1 with errno.
int granary_filter_calls(bool may_start);
/// Renounces new privileges permanently and, as root, all those except over files. Returns 0, or -1 with errno.
int granary_renounce_privileges(void);

/// Limits a resource of this process, soft and hard, to at most its present limit. Returns 0, or -1 with errno.
int granary_limit_data(uint64_t byte_count);
int granary_limit_address_space(uint64_t byte_count);
int granary_limit_files(uint64_t count);
int granary_limit_file_size(uint64_t byte_count);
int granary_limit_cores(void);

/// Closes the descriptors that this process inherited, except its standard streams.
void granary_close_inherited(void);
/// Number of threads of this process; 0 if it cannot be read.
int granary_thread_count(void);
/// Whether this build uses a sanitizer, which reserves terabytes and inspects its own process.
bool granary_is_sanitized(void);
