"""The programs that are measured and those that measure: built or found once per run."""

import hashlib
import os
import pathlib
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCES = ROOT / "Benchmarks"


def cache_folder():
    """Returns the folder in which the server, the files and the Python environment are kept between runs."""
    folder = pathlib.Path(os.environ.get("BELLWETHER_BENCH_DIR", "/tmp/bellwether-bench"))
    folder.mkdir(parents=True, exist_ok=True)
    return folder


def checksum(files):
    """Returns the SHA-256 of the concatenated files, which identifies what something kept was made from."""
    return hashlib.sha256(b"".join(path.read_bytes() for path in files)).hexdigest()


def product(name):
    """Builds a program of the package and returns the path of a copy, so that a later build does not change it."""
    built = subprocess.run([ROOT / "script/build", "--product", name], check=True, stdout=subprocess.PIPE, text=True)
    return shutil.copy2(pathlib.Path(built.stdout.split()[-1]) / name, cache_folder() / name)


def postgres_program(name):
    """Returns the path of a program of PostgreSQL."""
    folder = os.environ.get("BELLWETHER_PG_BINDIR")
    return str(pathlib.Path(folder) / name) if folder else name


def psql(url, *arguments):
    """Returns a command that runs psql on a database and stops at the first error."""
    return [postgres_program("psql"), "-Xq", "-v", "ON_ERROR_STOP=1", *arguments, url]


def native(name):
    """Compiles one of the small C programs and returns its path; prints a message and returns None if that fails."""
    target = cache_folder() / name
    source = next(SOURCES.joinpath("native").glob(name + ".c*"))
    command = ["gcc", "-O2", "-o", target, source] if source.suffix == ".c" else \
        ["g++", "-O3", "-march=native", "-std=c++17", "-o", target, source]
    libraries = {"copy_loader": ["libpq"], "simdjson_bench": ["simdjson"]}.get(name, [])
    try:
        subprocess.run([*command, *_flags(libraries), "-lpthread"], check=True)
    except (subprocess.CalledProcessError, FileNotFoundError) as error:
        print(f"{name} can't be compiled: {error}", file=sys.stderr)
        return None
    return target


def _flags(libraries):
    """Returns the flags for compiling and linking with the libraries."""
    if not libraries:
        return []
    return subprocess.check_output(["pkg-config", "--cflags", "--libs", *libraries], text=True).split()


def install_simdjson():
    """Installs Debian's simdjson if it is missing and this is root; returns its version, or None."""
    version = ["pkg-config", "--modversion", "simdjson"]
    if subprocess.run(version, capture_output=True).returncode != 0 and os.geteuid() == 0:
        for step in (["update", "-q"], ["install", "-q", "-y", "--no-install-recommends", "libsimdjson-dev"]):
            subprocess.run(["apt-get", *step], capture_output=True, stdin=subprocess.DEVNULL)
    found = subprocess.run(version, capture_output=True, text=True)
    return found.stdout.strip() if found.returncode == 0 else None


def scratch_python(packages):
    """Returns a Python with these packages, in a virtual environment; None if they can't be installed."""
    folder = cache_folder() / "venv"
    python = folder / "bin/python3"
    try:
        if not python.exists():
            subprocess.run([sys.executable, "-m", "venv", folder], check=True, capture_output=True)
        names = ", ".join(package.split("[")[0] for package in packages)
        if subprocess.run([python, "-c", "import " + names], capture_output=True).returncode != 0:
            subprocess.run([folder / "bin/pip", "install", "-q", *packages], check=True, capture_output=True)
    except (subprocess.CalledProcessError, FileNotFoundError):
        print(f"Skipped: {names} can't be installed", file=sys.stderr)
        return None
    return python


def package_versions(python):
    """Returns the versions of the peers in the environment, as text."""
    listed = subprocess.run([python, "-m", "pip", "list", "--format", "freeze"], capture_output=True, text=True).stdout
    wanted = ("psycopg==", "orjson==", "duckdb==")
    return ", ".join(line.replace("==", " ") for line in listed.splitlines() if line.startswith(wanted))
