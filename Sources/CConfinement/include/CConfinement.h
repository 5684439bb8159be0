#pragma once

#include <stdbool.h>
#include <stdint.h>

/// What a process may do below a folder, or with a file.
enum granary_access {
    /// Read files and list folders.
    GRANARY_READ = 1,
    /// Make, write, rename and remove files and folders, and read them.
    GRANARY_WRITE = 2,
    /// Remove empty folders, nothing else.
    GRANARY_REMOVE_FOLDERS = 4,
    /// Start the program, and read it.
    GRANARY_START = 8,
    /// Read and write what is there already: a device.
    GRANARY_USE = 16,
};

/// The version of Landlock that the kernel has; 0 without it.
int granary_landlock_version(void);
/// A new set of rules that allows nothing; -1 with errno.
int granary_landlock_create(void);
/// Allows access to a path and all below it. Returns 0, or -1 with errno.
int granary_landlock_allow(int rules, const char *path, unsigned access);
/// Puts this thread and its later children under the rules, for good, and closes them. Returns 0, or -1 with errno.
int granary_landlock_enforce(int rules);

/// Whether the kernel filters system calls.
bool granary_can_filter_calls(void);
/// Refuses system calls from now on, for good: network, other processes, the kernel's own state and, where `may_start`
/// is false, new processes. Returns 0, or -1 with errno.
int granary_filter_calls(bool may_start);
/// Gives up ever having more privileges than now and, as root, all but those over files. Returns 0, or -1 with errno.
int granary_renounce_privileges(void);

/// Limits a resource of this process, soft and hard, to at most what it has now. Returns 0, or -1 with errno.
int granary_limit_data(uint64_t byte_count);
int granary_limit_address_space(uint64_t byte_count);
int granary_limit_files(uint64_t count);
int granary_limit_cores(void);

/// Closes what this process inherited beside its standard streams.
void granary_close_inherited(void);
/// Number of threads of this process; 0 when it cannot be read.
int granary_thread_count(void);
/// Whether this build is under a sanitizer, which reserves terabytes and looks into its own process.
bool granary_is_sanitized(void);
