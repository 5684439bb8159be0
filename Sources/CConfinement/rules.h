#pragma once

#include <seccomp.h>
#include <stdbool.h>

// Rules of the filter of system calls that cover what Landlock does not, or not in its older versions. Each function
// returns 0, or a negative error.

// Denies changes of files by another way than writing to them, and lengths by path.
int granary_deny_file_changes(scmp_filter_ctx filter);
// Denies signals by way of a file or a terminal, and limits on other processes.
int granary_deny_reach(scmp_filter_ctx filter);
// Stops a process that sends a signal to another one. Processes that have children need signals for them.
int granary_stop_signals(scmp_filter_ctx filter);
// Whether a call that was stopped sends a signal.
bool granary_is_signal(int number);
