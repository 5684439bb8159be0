#define _GNU_SOURCE
#include "rules.h"

#include <errno.h>
#include <fcntl.h>
#include <linux/sockios.h>
#include <stddef.h>
#include <stdint.h>
#include <sys/ioctl.h>
#include <sys/syscall.h>
#include <unistd.h>

#define COUNT(list) (sizeof(list) / sizeof((list)[0]))

// Numbers of calls that Debian 12's headers do not have.
enum { FCHMODAT2 = 452, SETXATTRAT = 463, REMOVEXATTRAT = 466, FILE_SETATTR = 469, OPENAT2 = 437 };
enum { PIDFD_SEND_SIGNAL = 424 };

// Landlock knows `truncate` from version 3 on, and the rest in no version. A descriptor that may only read is enough
// for some of them, so those are denied, too. Granary and its libraries need none.
static const int changes[] = {
    __NR_truncate, __NR_fchmod, __NR_fchmodat, FCHMODAT2, __NR_fchown, __NR_fchownat, __NR_utimensat, __NR_setxattr,
    __NR_lsetxattr, __NR_fsetxattr, SETXATTRAT, __NR_removexattr, __NR_lremovexattr, __NR_fremovexattr, REMOVEXATTRAT,
    FILE_SETATTR,
// Newer architectures have only the general calls.
#ifdef __NR_chmod
    __NR_chmod, __NR_chown, __NR_lchown, __NR_utime, __NR_utimes, __NR_futimesat,
#endif
};

// A call that is denied if the bits of an argument under a mask have a value.
struct form {
    int number;
    unsigned argument;
    uint64_t mask;
    uint64_t value;
};

// The kernel reads only these bits of a command.
#define COMMAND 0xFFFFFFFFu

// `open` with O_TRUNC empties a file, even one that is opened only for reading, or for neither reading nor writing
// (O_ACCMODE). Landlock before version 3 does not notice.
static const struct form openings[] = {
    {__NR_openat, 2, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY},
    {__NR_openat, 2, O_TRUNC | O_ACCMODE, O_TRUNC | O_ACCMODE},
#ifdef __NR_open
    {__NR_open, 1, O_TRUNC | O_ACCMODE, O_TRUNC | O_RDONLY},
    {__NR_open, 1, O_TRUNC | O_ACCMODE, O_TRUNC | O_ACCMODE},
#endif
};

// A file can send a signal of choice to its owner when it becomes readable. A terminal can be told what its user
// types (TIOCSTI, and TIOCLINUX on a console): the shell behind it would do it.
static const struct form reaches[] = {
    {__NR_fcntl, 1, COMMAND, F_SETOWN},  {__NR_fcntl, 1, COMMAND, F_SETOWN_EX}, {__NR_fcntl, 1, COMMAND, F_SETSIG},
    {__NR_ioctl, 1, COMMAND, FIOSETOWN}, {__NR_ioctl, 1, COMMAND, SIOCSPGRP},   {__NR_ioctl, 1, COMMAND, TIOCSTI},
    {__NR_ioctl, 1, COMMAND, TIOCLINUX},
};

// Signals by calls that the C library uses for nothing else than that.
static const int signals[] = {__NR_tkill, __NR_rt_sigqueueinfo, __NR_rt_tgsigqueueinfo, PIDFD_SEND_SIGNAL};

static int deny(scmp_filter_ctx filter, const struct form *forms, size_t count) {
    int result = 0;
    for (size_t i = 0; i < count && result == 0; i++) {
        const struct form *form = &forms[i];
        result = seccomp_rule_add(
            filter, SCMP_ACT_ERRNO(EPERM), form->number, 1,
            SCMP_CMP(form->argument, SCMP_CMP_MASKED_EQ, form->mask, form->value)
        );
    }
    return result;
}

int granary_deny_file_changes(scmp_filter_ctx filter) {
    int result = deny(filter, openings, COUNT(openings));
    // Its flags are in memory, which a filter does not see. Who uses it also knows the older call.
    if (result == 0) result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), OPENAT2, 0);
    for (size_t i = 0; i < COUNT(changes) && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), changes[i], 0);
    return result;
}

int granary_deny_reach(scmp_filter_ctx filter) {
    int result = deny(filter, reaches, COUNT(reaches));
    // A limit of processor time that has passed kills. The C library asks about its own process as 0.
    if (result == 0)
        result = seccomp_rule_add(filter, SCMP_ACT_ERRNO(EPERM), __NR_prlimit64, 1, SCMP_A0(SCMP_CMP_NE, 0));
    return result;
}

// Stops `kill` of the processes whose ids have these bits under the mask. Signal 0 only asks whether there is one.
static int stop_kill(scmp_filter_ctx filter, uint32_t mask, uint32_t value) {
    return seccomp_rule_add(
        filter, SCMP_ACT_TRAP, __NR_kill, 2, SCMP_A0(SCMP_CMP_MASKED_EQ, mask, value), SCMP_A1(SCMP_CMP_NE, 0)
    );
}

bool granary_is_signal(int number) {
    for (size_t i = 0; i < COUNT(signals); i++)
        if (signals[i] == number) return true;
    return number == __NR_kill || number == __NR_tgkill;
}

int granary_stop_signals(scmp_filter_ctx filter) {
    int result = 0;
    for (size_t i = 0; i < COUNT(signals) && result == 0; i++)
        result = seccomp_rule_add(filter, SCMP_ACT_TRAP, signals[i], 0);
    const uint32_t own = (uint32_t)getpid();
    if (result == 0) result = seccomp_rule_add(filter, SCMP_ACT_TRAP, __NR_tgkill, 1, SCMP_A0(SCMP_CMP_NE, own));
    // A rule compares an argument once, but two ids are allowed: the own one, and 0, the own group, to the leader of a
    // group. So all other ids are stopped in blocks: those with the upper bits of the own id and another next bit.
    const bool leads = getpgrp() == (pid_t)own;
    for (int bit = 31; bit >= 0 && result == 0; bit--) {
        const uint32_t mask = ~0u << bit;
        const uint32_t value = (own ^ 1u << bit) & mask;
        if (value != 0 || !leads) {
            result = stop_kill(filter, mask, value);
            continue;
        }
        // The block from 0 on, without 0: the ids that have this bit as their highest one.
        for (int highest = 0; highest < bit && result == 0; highest++)
            result = stop_kill(filter, ~0u << highest, 1u << highest);
    }
    return result;
}
