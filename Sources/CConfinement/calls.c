// The filter of system calls. libseccomp compiles these lists to a program for the kernel.
#define _GNU_SOURCE
#include "CConfinement.h"
#include "rules.h"

#include <errno.h>
#include <linux/capability.h>
#include <sched.h>
#include <seccomp.h>
#include <signal.h>
#include <stddef.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/syscall.h>
#include <unistd.h>

// Calls that no reader, encoder or decoder of films makes: a process that makes one is stopped.
static const struct refused {
    int number;
    const char *words;
} stopped[] = {
    {__NR_process_vm_readv, "read another process' memory"},
    {__NR_process_vm_writev, "write another process' memory"},
    {__NR_bpf, "program the kernel (bpf)"},
    {__NR_mount, "mount a file system"},
    {__NR_umount2, "unmount a file system"},
    {__NR_pivot_root, "change its root folder"},
    {__NR_chroot, "change its root folder"},
    {__NR_unshare, "leave its namespaces"},
    {__NR_setns, "enter other namespaces"},
    {__NR_init_module, "load a kernel module"},
    {__NR_finit_module, "load a kernel module"},
    {__NR_delete_module, "unload a kernel module"},
    {__NR_kexec_load, "start another kernel"},
    {__NR_reboot, "restart the machine"},
    {__NR_open_by_handle_at, "open a file by its handle"},
};

// Calls for network access: a process that makes one is stopped too.
static const struct refused connections[] = {
    {__NR_connect, "open a connection"},
    {__NR_bind, "offer a connection (bind)"},
    {__NR_listen, "offer a connection (listen)"},
    {__NR_accept, "take a connection (accept)"},
    {__NR_accept4, "take a connection (accept)"},
};

// Stopped unless the process may start a judge.
static const struct refused starts[] = {
    {__NR_execve, "start a program"},
    {__NR_execveat, "start a program"},
#ifdef __NR_fork
    {__NR_fork, "start a process"},
    {__NR_vfork, "start a process"},
#endif
};

// Sanitizers inspect their own process.
static const struct refused watches[] = {{__NR_ptrace, "watch another process (ptrace)"}};

// Calls that libraries try but do not need: they fail with an error.
static const int denied[] = {
    __NR_keyctl, __NR_add_key, __NR_request_key, __NR_perf_event_open, __NR_userfaultfd,
    425 /* io_uring_setup */, 426 /* io_uring_enter */, 427 /* io_uring_register */,
    428 /* open_tree */, 429 /* move_mount */, 430 /* fsopen */, 432 /* fsmount */,
    434 /* pidfd_open */, 438 /* pidfd_getfd */,
};

enum { CLONE3 = 435, CLOSE_RANGE = 436 };

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// The library detects what the kernel supports: from version 3 of its interface on it applies a filter to all threads.
bool granary_can_filter_calls(void) { return seccomp_api_get() >= 3; }

// Root reads and writes files of other users, as without a sandbox; all other privileges of root are given up. The C
// library has no function for it. Other users have none of these privileges.
int granary_renounce_privileges(void) {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) return -1;
    struct __user_cap_header_struct header = {_LINUX_CAPABILITY_VERSION_3, 0};
    struct __user_cap_data_struct sets[_LINUX_CAPABILITY_U32S_3];
    if (syscall(__NR_capget, &header, sets) != 0) return -1;
    const uint32_t kept = 1u << CAP_DAC_OVERRIDE | 1u << CAP_DAC_READ_SEARCH | 1u << CAP_FOWNER;
    for (size_t i = 0; i < COUNT(sets); i++) {
        sets[i].permitted &= i == 0 ? kept : 0;
        sets[i].effective &= sets[i].permitted;
        sets[i].inheritable = 0;
    }
    return (int)syscall(__NR_capset, &header, sets);
}

static const char *words_for(int number) {
    for (size_t i = 0; i < COUNT(stopped); i++)
        if (stopped[i].number == number) return stopped[i].words;
    for (size_t i = 0; i < COUNT(connections); i++)
        if (connections[i].number == number) return connections[i].words;
    for (size_t i = 0; i < COUNT(starts); i++)
        if (starts[i].number == number) return starts[i].words;
    if (number == __NR_ptrace) return watches[0].words;
    if (number == __NR_socket) return "open a network connection (socket)";
    if (number == __NR_clone) return "start a process";
    if (granary_is_signal(number)) return "send a signal to another process";
    return "make a system call that it does not need";
}

// Reports the call and ends the process by the signal. It uses only functions that are allowed in a signal handler. If
// the signal is blocked, as it is while the C library starts a process, the kernel ends the process without a message.
static void tell(int signal, siginfo_t *information, void *context) {
    (void)context;
    const char *parts[] = {
        "granary: the sandbox stopped this process: it tried to ", words_for(information->si_syscall), "\n",
    };
    char line[160];
    size_t length = 0;
    for (size_t i = 0; i < COUNT(parts); i++) {
        size_t count = strlen(parts[i]);
        if (length + count > sizeof line) break;
        memcpy(line + length, parts[i], count);
        length += count;
    }
    ssize_t written = write(STDERR_FILENO, line, length);
    (void)written;
    struct sigaction standard = {.sa_handler = SIG_DFL};
    sigaction(signal, &standard, NULL);
    sigset_t set;
    sigemptyset(&set);
    sigaddset(&set, signal);
    sigprocmask(SIG_UNBLOCK, &set, NULL);
    syscall(__NR_tgkill, getpid(), syscall(__NR_gettid), signal);
    _exit(128 + signal);
}

// Swift's runtime starts another program to report a crash. That program can no longer be started, so a crash gets its
// default action again.
static void leave_crashes_to_the_kernel(void) {
    static const int crashes[] = {SIGABRT, SIGBUS, SIGFPE, SIGILL, SIGQUIT, SIGSEGV, SIGTRAP};
    struct sigaction standard = {.sa_handler = SIG_DFL};
    for (size_t i = 0; i < COUNT(crashes); i++) sigaction(crashes[i], &standard, NULL);
}

// Adds a list to a filter; 0, or a negative error.
static int add(scmp_filter_ctx filter, uint32_t action, const struct refused *list, size_t count) {
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) result = seccomp_rule_add(filter, action, list[i].number, 0);
    return result;
}

// Refuses to start processes. The arguments of clone3 are in memory, which a filter does not see; the C library then
// uses the older call. Threads are allowed, processes are not.
static int add_starts(scmp_filter_ctx filter) {
    int result = add(filter, SCMP_ACT_TRAP, starts, COUNT(starts));
    if (result == 0) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), CLONE3, 0);
    if (result == 0)
        result = seccomp_rule_add(
            filter, SCMP_ACT_TRAP, __NR_clone, 1, SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, 0)
        );
    return result;
}

// The C library asks local services for names, and the kernel for interfaces, but works without them. The rest is a
// network.
static int add_network(scmp_filter_ctx filter) {
    int result = add(filter, SCMP_ACT_TRAP, connections, COUNT(connections));
    for (uint64_t family = 0; family <= AF_NETLINK && result == 0; family++) {
        uint32_t action = family == AF_UNIX || family == AF_NETLINK ? SCMP_ACT_ERRNO(EPERM) : SCMP_ACT_TRAP;
        result = seccomp_rule_add(filter, action, __NR_socket, 1, SCMP_A0(SCMP_CMP_EQ, family));
    }
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_TRAP, __NR_socket, 1, SCMP_A0(SCMP_CMP_GT, AF_NETLINK));
    return result;
}

int granary_filter_calls(bool may_start) {
    if (!granary_is_sanitized()) leave_crashes_to_the_kernel();
    struct sigaction action = {.sa_sigaction = tell, .sa_flags = SA_SIGINFO | SA_NODEFER};
    if (sigaction(SIGSYS, &action, NULL) != 0) return -1;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ALLOW);
    if (!filter) {
        errno = ENOMEM;
        return -1;
    }
    // Other architectures, and the x32 variant of this one, number their calls differently.
    int result = seccomp_attr_set(filter, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_KILL_PROCESS);
    if (result == 0) result = seccomp_attr_set(filter, SCMP_FLTATR_CTL_TSYNC, 1);
    if (result == 0) result = add(filter, SCMP_ACT_TRAP, stopped, COUNT(stopped));
    if (result == 0 && !granary_is_sanitized()) result = add(filter, SCMP_ACT_TRAP, watches, COUNT(watches));
    for (size_t i = 0; i < COUNT(denied) && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), denied[i], 0);
    if (result == 0) result = granary_deny_file_changes(filter);
    if (result == 0) result = granary_deny_reach(filter);
    if (result == 0 && !may_start && !granary_is_sanitized()) {
        result = add_starts(filter);
        if (result == 0) result = granary_stop_signals(filter);
    }
    if (result == 0) result = add_network(filter);
    if (result == 0) result = seccomp_load(filter);
    seccomp_release(filter);
    if (result == 0) return 0;
    errno = -result;
    return -1;
}

void granary_close_inherited(void) {
    // An old kernel keeps them open: only Granary started this process, and its own descriptors close automatically.
    syscall(CLOSE_RANGE, 3U, ~0U, 0U);
}
