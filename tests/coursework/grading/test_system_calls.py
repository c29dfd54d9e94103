import errno
import platform
import struct

import pytest

from coursework.grading.system_calls import build_filter

ALLOWED, KILLED = "allowed", "killed"
NEW_USER = 0x10000000
MACHINES = {"x86_64": 0xC000003E, "aarch64": 0xC00000B7}
# From the tables of Linux: arch/x86/entry/syscalls/syscall_64.tbl, uapi/asm-generic/unistd.h.
OPEN_AT = {"x86_64": 257, "aarch64": 56}
CLONE = {"x86_64": 56, "aarch64": 220}
REFUSED = {
    "x86_64": [272, 308, 248, 249, 250, 29, 68, 319, 425, 101, 310, 311, 438, 298],
    "aarch64": [97, 268, 217, 218, 219, 194, 186, 279, 425, 117, 270, 271, 438, 241],
}


def verdict(code, machine, number, argument=0):
    """Run the filter on one call, step by step as linux/filter.h says."""
    data = struct.pack("=iIQ6Q", number, machine, 0, argument, *[0] * 5)
    steps = list(struct.iter_unpack("=HBBI", code))
    at = loaded = 0
    while True:
        kind, if_so, if_not, value = steps[at]
        at += 1
        if kind == 0x20:
            (loaded,) = struct.unpack_from("=I", data, value)
        elif kind == 0x06:
            return {0x7FFF0000: ALLOWED, 0x80000000: KILLED}.get(value, value - 0x50000)
        else:
            holds = {0x15: loaded == value, 0x35: loaded >= value, 0x45: loaded & value}[kind]
            at += if_so if holds else if_not


@pytest.mark.parametrize("machine", MACHINES)
def test_calls_are_let_through_or_refused(machine):
    code, this = build_filter(machine), MACHINES[machine]
    assert verdict(code, this, OPEN_AT[machine]) == ALLOWED
    assert verdict(code, this, 0) == ALLOWED
    for number in REFUSED[machine]:
        assert verdict(code, this, number) == errno.EPERM
    assert verdict(code, this, 435) == errno.ENOSYS


@pytest.mark.parametrize("machine", MACHINES)
def test_a_process_is_made_but_no_user_namespace(machine):
    code, this = build_filter(machine), MACHINES[machine]
    assert verdict(code, this, CLONE[machine], 17) == ALLOWED
    assert verdict(code, this, CLONE[machine], 17 | NEW_USER) == errno.EPERM
    assert verdict(code, this, OPEN_AT[machine], NEW_USER) == ALLOWED


def test_another_table_of_call_numbers_does_not_help():
    assert verdict(build_filter("x86_64"), 0x40000003, 5) == KILLED  # 32 bits
    assert (
        verdict(build_filter("x86_64"), MACHINES["x86_64"], 0x40000000 + 272) == errno.EPERM
    )  # x32


def test_a_machine_of_unknown_numbers_has_no_filter():
    assert build_filter("sparc64") is None
    assert build_filter() == build_filter(platform.machine())
