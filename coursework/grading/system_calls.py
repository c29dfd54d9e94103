"""The filter of system calls in the box: a program for the Linux kernel's seccomp.

It refuses what would make a user namespace, where a process may mount file systems that no limit
bounds; memory that belongs to no process, such as io_uring's; the keys that Linux keeps for a user
of the host; and what reads or changes another process, which may be bubblewrap itself. There
perf_event_open belongs, because its samples hold parts of the stack. kcmp and process_madvise do
not: one only compares, and the other needs a right that nobody in the box has (CAP_SYS_NICE).
"""

import errno
import platform
import struct

_REFUSED = (
    *("unshare", "setns"),
    *("add_key", "request_key", "keyctl"),
    *("shmget", "msgget", "memfd_create", "io_uring_setup"),
    *("ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "perf_event_open"),
)
# Numbers of the Linux kernel: the machine's in linux/audit.h, the calls' in its table of calls.
_NAMES = ("machine", "clone", "clone3", *_REFUSED)
_MACHINES = {
    "x86_64": (
        *(0xC000003E, 56, 435, 272, 308, 248, 249, 250, 29, 68, 319, 425),
        *(101, 310, 311, 438, 298),
    ),
    "aarch64": (
        *(0xC00000B7, 220, 435, 97, 268, 217, 218, 219, 194, 186, 279, 425),
        *(117, 270, 271, 438, 241),
    ),
}
_NEW_USER = 0x10000000  # CLONE_NEWUSER
_OTHER_TABLE = 0x40000000  # from here on the numbers of x32, another table on x86_64
_NUMBER, _MACHINE, _FIRST_ARGUMENT = 0, 4, 16  # offsets in struct seccomp_data

# Instructions and verdicts: linux/bpf_common.h, linux/seccomp.h.
_LOAD, _EQUAL, _AT_LEAST, _HAS_BITS, _RETURN = 0x20, 0x15, 0x35, 0x45, 0x06
_ALLOW, _KILL, _ERROR = 0x7FFF0000, 0x80000000, 0x00050000


def build_filter(machine=None):
    """Return the filter for a machine (default: this one), None if its numbers are not known."""
    machine = machine or platform.machine()
    if machine not in _MACHINES:
        return None
    numbers = dict(zip(_NAMES, _MACHINES[machine], strict=True))
    refuse = (_RETURN, 0, 0, _ERROR | errno.EPERM)
    steps = [
        (_LOAD, 0, 0, _MACHINE),
        (_EQUAL, 1, 0, numbers["machine"]),  # 1, 0: skip one step if so, none if not
        (_RETURN, 0, 0, _KILL),
        (_LOAD, 0, 0, _NUMBER),
        (_AT_LEAST, 0, 1, _OTHER_TABLE),
        refuse,
        (_EQUAL, 0, 1, numbers["clone3"]),  # its flags are out of sight: libraries then use clone
        (_RETURN, 0, 0, _ERROR | errno.ENOSYS),
    ]
    for call in _REFUSED:
        steps += [(_EQUAL, 0, 1, numbers[call]), refuse]
    steps += [
        (_EQUAL, 0, 3, numbers["clone"]),
        (_LOAD, 0, 0, _FIRST_ARGUMENT),
        (_HAS_BITS, 0, 1, _NEW_USER),
        refuse,
        (_RETURN, 0, 0, _ALLOW),
    ]
    return b"".join(struct.pack("=HBBI", *step) for step in steps)
