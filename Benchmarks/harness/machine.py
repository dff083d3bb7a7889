"""Describes the machine and the versions that figures belong to."""

import datetime
import os
import platform
import re
import pathlib
import subprocess

from . import programs


def description(server, rounds, extra=""):
    """Returns the paragraph above a table: when, on what machine, with which versions and settings."""
    date = datetime.datetime.now(datetime.timezone.utc).strftime("%Y-%m-%d %H:%M UTC")
    return (
        f"{date}, commit {_commit()}; {_processor()}, {_memory()} of memory, {_file_system()}, "
        f"Linux {platform.release()}; load {os.getloadavg()[0]:.2f} at the end. "
        f"PostgreSQL {server.version()} ({server.settings()}). "
        f"{extra}Medians of {rounds} interleaved rounds (least–greatest).\n\n")


def _commit():
    def git(*arguments):
        return subprocess.run(["git", "-C", programs.ROOT, *arguments], capture_output=True, text=True).stdout.strip()
    changed = git("status", "--porcelain", "--untracked-files=no", "--", "Sources", "sql", "Benchmarks")
    return (git("rev-parse", "--short", "HEAD") or "unknown") + (" with changes" if changed else "")


def _processor():
    model = re.search(r"model name\s*: (.*)", pathlib.Path("/proc/cpuinfo").read_text())
    return f"{os.cpu_count()} × {model.group(1) if model else platform.machine()}"


def _memory():
    kilobytes = int(re.search(r"MemTotal:\s*(\d+)", pathlib.Path("/proc/meminfo").read_text()).group(1))
    return f"{kilobytes / 1048576:.0f} GiB"


def _file_system():
    kind = subprocess.run(["stat", "-f", "-c", "%T", programs.cache_folder()], capture_output=True, text=True).stdout
    return kind.strip().replace("ext2/ext3", "ext4")
