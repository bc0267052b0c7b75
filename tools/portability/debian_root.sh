#!/usr/bin/env bash
# Runs a command in a fresh Debian root: another Python and another compiler than this machine's, nothing else installed.
#
#   tools/portability/debian_root.sh [SUITE [KIND [COMMAND]]]
#
# SUITE is trixie unless given (Python 3.13, g++ 14). KIND is builder (compiler, make and Python's headers) or plain (Python
# alone). COMMAND runs in /src, a clone of this repository with its dist folder; the README's two commands unless given.
# What it leaves in /src/dist is copied back. Needs root and Debian's debootstrap. The root is kept under build/roots, so that
# a second run starts at once.
set -euo pipefail
suite=${1:-trixie}
kind=${2:-builder}
command=${3:-'python3 --version && c++ --version | head -n 1 && make demo && make test'}
top=$(cd "$(dirname "$0")/../.." && pwd)
root=$top/build/roots/$suite-$kind
case $kind in
  builder) packages=python3,python3-venv,python3-dev,g++,make,git,ca-certificates ;;
  plain) packages=python3,python3-venv,ca-certificates ;;
  *) echo "$kind is no kind of root; expected builder or plain" >&2; exit 2 ;;
esac

if [ "$(id -u)" != 0 ]; then
  echo "skipped: a Debian $suite root needs root rights" >&2
  exit 0
fi
if ! command -v debootstrap > /dev/null; then
  echo "debootstrap is missing; install the Debian package debootstrap" >&2
  exit 1
fi
if [ ! -e "$root/.complete" ]; then
  rm -rf "$root"
  mkdir -p "$root"
  debootstrap --variant=minbase --include="$packages" "$suite" "$root" > "$root.log" 2>&1 || { tail -n 20 "$root.log" >&2; exit 1; }
  touch "$root/.complete"
fi
# The root reaches the same package index, in the same way, as this machine.
for file in /etc/resolv.conf /etc/hosts /etc/pip.conf /etc/ssl/certs/ca-certificates.crt; do
  if [ -e "$file" ]; then cp -L "$file" "$root$file"; fi
done
rm -rf "$root/src"
git clone --quiet --no-local "$top" "$root/src"
mkdir -p "$top/dist"
cp -r "$top/dist" "$root/src/dist"
corpora=
if [ -n "${SEAMARK_CORPORA:-}" ]; then
  rm -rf "$root/corpora"
  cp -r "$SEAMARK_CORPORA" "$root/corpora"
  corpora=/corpora
fi
# A mount namespace of its own: what is mounted for the root goes with it.
unshare --mount bash -euc '
  mount --types proc proc "$1/proc"
  mount --rbind /dev "$1/dev"
  mount --types tmpfs tmpfs "$1/tmp"
  exec chroot "$1" /usr/bin/env -i PATH=/usr/sbin:/usr/bin:/sbin:/bin HOME=/root LANG=C.UTF-8 PIP_NO_CACHE_DIR=1 \
    ${PIP_CERT:+PIP_CERT="$PIP_CERT"} ${2:+SEAMARK_CORPORA="$2"} \
    sh -euc "cd /src && $3"
' bash "$root" "$corpora" "$command"
cp -r "$root/src/dist/." "$top/dist"
