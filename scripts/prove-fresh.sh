#!/usr/bin/env bash
# Proof that README's two commands hold on a bare Debian 12: makes one with debootstrap, clones this checkout into it,
# runs the first command, the same again, the second, and prints what was built and how long each took.
#
#   sudo scripts/prove-fresh.sh [--keep] [--plain] [--worktree] [--mirror URL] [FOLDER]
#
#   FOLDER      where the machine is made (default: a new one under ${TMPDIR:-/var/tmp}); about 2 GB
#   --keep      leave it there afterwards; the next run in the same FOLDER begins with a copy of its base system
#   --plain     enter it by chroot alone. Without this it becomes a root of its own (pivot_root), as a machine has:
#               the kernel grants no user namespace inside a chroot, so bubblewrap can't start in one
#   --worktree  take the files as they lie here, committed or not, instead of a clone of HEAD
#   --mirror    Debian mirror; default: the one that this machine's apt uses
#
# Settings that this machine needs to reach its registries go along: apt's sources and Acquire options, pip's
# configuration and the local folders it names, proxy variables, extra certificates, name resolution.
# Ends with 0 only if every step did. Everything is mounted in namespaces of its own, which end with the script.
set -euo pipefail

suite=bookworm
keep='' plain='' worktree='' mirror='' folder=''
arguments=("$@")
while [ $# -gt 0 ]; do
    case $1 in
        --keep) keep=1 ;;
        --plain) plain=1 ;;
        --worktree) worktree=1 ;;
        --mirror) shift; mirror=${1:?--mirror needs a URL} ;;
        -h | --help) sed -n '2,/^set -e/{/^set -e/d;s/^# \{0,1\}//;p}' "$0"; exit 0 ;;
        -*) echo "prove-fresh: unknown option $1 (--help lists them)" >&2; exit 2 ;;
        *) folder=$1 ;;
    esac
    shift
done

stop() { printf 'prove-fresh: %s\n' "$1" >&2; exit "${2:-1}"; }
say() { printf '\n=== %s\n' "$*"; }

[ "$(id -u)" = 0 ] || stop "needs root, for debootstrap and mount: sudo $0" 4
for tool in debootstrap unshare pivot_root git tar; do
    command -v "$tool" >/dev/null || stop "$tool is missing: apt-get install -y debootstrap util-linux git tar" 4
done
if [ -z "${PROVE_FRESH_INSIDE:-}" ]; then
    # Mounts and processes in namespaces of their own: gone when this script ends, however it ends.
    PROVE_FRESH_INSIDE=1 exec unshare --mount --propagation private --pid --fork --kill-child --mount-proc \
        -- "$BASH" "$0" "${arguments[@]}"
fi

checkout=$(cd "$(dirname "${BASH_SOURCE[0]}")/.." && pwd -P)
[ -n "$folder" ] || folder=$(mktemp -d "${TMPDIR:-/var/tmp}/prove-fresh.XXXXXX")
mkdir -p "$folder"
machine=$(cd "$folder" && pwd -P)/machine
base=$(cd "$folder" && pwd -P)/base

clean_up() {
    status=$?
    trap - EXIT
    # Mounts first: what is bound into the machine belongs to this one. --one-file-system is the second guard.
    awk -v under="$machine/" 'index($5, under) == 1 { print $5 }' /proc/self/mountinfo | sort -r |
        while IFS= read -r point; do umount "$point" || umount --lazy "$point" || true; done
    if awk -v under="$machine/" 'index($5, under) == 1 { found = 1 } END { exit !found }' /proc/self/mountinfo; then
        echo "prove-fresh: something is still mounted under $machine, so it stays" >&2
    elif [ -z "$keep" ]; then
        rm -rf --one-file-system "$machine" "$base"
        rmdir "$folder" 2>/dev/null || true
    fi
    exit "$status"
}
trap clean_up EXIT
trap 'exit 130' INT TERM

# -- the base system -------------------------------------------------------------------------------------------------

# One line each: URI, suite, component of the Debian archives that this machine's apt reads for the same release.
debian_sources() {
    apt-get indextargets --format '$(REPO_URI) $(RELEASE) $(COMPONENT)' 'Created-By: Packages' |
        awk -v suite="$suite" '$3 == "main" && ($2 == suite || index($2, suite "-") == 1)' | sort -u
}

sources=$(debian_sources || true)
[ -n "$mirror" ] || mirror=$(awk -v suite="$suite" '$2 == suite { print $1; exit }' <<<"$sources")
[ -n "$mirror" ] || stop "this machine's apt has no $suite; name a Debian mirror with --mirror URL" 2

if [ ! -e "$base/complete" ]; then
    say "debootstrap $suite with python3, python3-venv and git"
    rm -rf --one-file-system "$base"
    debootstrap --variant=minbase --include=ca-certificates,git,python3,python3-venv "$suite" "$base" "$mirror" |
        grep -v -E '^I: (Retrieving|Validating|Unpacking|Extracting|Configuring) '
    touch "$base/complete"
fi
rm -rf --one-file-system "$machine"
cp -a "$base" "$machine"
mount -t proc proc "$machine/proc"
mount -t sysfs -o ro sysfs "$machine/sys"
mount --rbind /dev "$machine/dev"
mount -t tmpfs -o mode=1777 tmpfs "$machine/tmp"

# -- the way to the registries ---------------------------------------------------------------------------------------

for file in /etc/resolv.conf /etc/hosts; do if [ -e "$file" ]; then cp -L "$file" "$machine$file"; fi; done
if [ -n "$sources" ]; then sed 's/^/deb /' <<<"$sources" >"$machine/etc/apt/sources.list"; fi
# How this machine fetches (proxy, certificates, dates), without what it fetches or keeps.
apt-config dump | grep -E '^Acquire::(http|https|ftp|Retries|Check-|Languages|ForceIPv|AllowInsecure)' \
    >"$machine/etc/apt/apt.conf.d/99prove-fresh" || true

# Certificates that only this machine trusts (a company's proxy), each as a file of its own, as Debian wants them.
extra=$machine/usr/local/share/ca-certificates
mkdir -p "$extra"
bundle=$machine/etc/ssl/certs/ca-certificates.crt
for host_bundle in "${SSL_CERT_FILE:-}" "${PIP_CERT:-}" "${REQUESTS_CA_BUNDLE:-}" "${CURL_CA_BUNDLE:-}" \
    /etc/ssl/certs/ca-certificates.crt; do
    if [ ! -f "$host_bundle" ]; then continue; fi
    awk -v folder="$extra" '
        /-BEGIN CERTIFICATE-/ { text = "" }
                              { text = text $0 "\n" }
        /-END CERTIFICATE-/   { if (FNR == NR) seen[text] = 1
                                else if (!(text in seen)) { seen[text] = 1; file = folder "/host-" ++number ".crt"
                                                            printf "%s", text > file; close(file) } }
    ' "$bundle" "$host_bundle"
    break
done

environment=("HOME=/root" "PATH=/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin" "TERM=${TERM:-dumb}")
while IFS= read -r line; do environment+=("$line"); done < <(
    env | grep -E '^(([a-zA-Z]+_proxy|[A-Z]+_PROXY|PIP_[A-Z_]+|SSL_CERT_FILE|REQUESTS_CA_BUNDLE|CURL_CA_BUNDLE|GIT_SSL_CAINFO)=)'
)
pip_files=()
for file in /etc/pip.conf /etc/xdg/pip/pip.conf "$HOME/.pip/pip.conf" "${XDG_CONFIG_HOME:-$HOME/.config}/pip/pip.conf" \
    "${PIP_CONFIG_FILE:-}"; do
    if [ ! -f "$file" ]; then continue; fi
    pip_files+=("$file")
    inner=$file
    case $file in "$HOME"/*) inner=/root/${file#"$HOME"/} ;; esac
    mkdir -p "$machine$(dirname "$inner")"
    cp -L "$file" "$machine$inner"
done
# Local folders that pip reads (find-links, file:// indexes: the index and what stands beside it), read-only.
{ env | grep '^PIP_' || true; if [ ${#pip_files[@]} -gt 0 ]; then cat "${pip_files[@]}"; fi; } |
    grep -oE '(file://)?/[^] ,;"'\''=]+' | sed 's,^file://,,' | sort -u |
    while IFS= read -r path; do
        if [ "$(basename "$path")" = simple ]; then path=$(dirname "$path"); fi
        if [ -d "$path" ] && [ ! -e "$machine$path" ]; then
            mkdir -p "$machine$path"
            mount --bind "$path" "$machine$path"
            mount -o remount,bind,ro "$machine$path"
        fi
    done

# -- what is done there ----------------------------------------------------------------------------------------------

# Runs a command in the machine, with the environment above and nothing else.
inside() {
    if [ -n "$plain" ]; then
        chroot "$machine" env -i "${environment[@]}" "$@"
        return
    fi
    # shellcheck disable=SC2016
    unshare --mount --propagation private sh -euc '
        mount --rbind "$1" "$1" && cd "$1" && mkdir -p .host && pivot_root . .host && cd / && umount -l /.host
        shift; exec "$@"' sh "$machine" env -i "${environment[@]}" "$@"
}

seconds=()
# timed LABEL COMMAND...: runs it in the machine, keeps the wall time for the table at the end.
timed() {
    local label=$1 start=$EPOCHREALTIME status=0
    shift
    say "$label"
    inside "$@" || status=$?
    seconds+=("$(awk -v a="$start" -v b="$EPOCHREALTIME" -v l="$label" 'BEGIN { printf "%8.1f s  %s", b - a, l }')")
    [ "$status" = 0 ] || stop "'$label' ended with $status" 1
}

pdfs() { (cd "$machine/root/cvpress/build" 2>/dev/null && find . -name '*.pdf' -not -path './.*' -printf '%P\n' | sort); }

inside update-ca-certificates >/dev/null 2>&1
if inside sh -c 'command -v lualatex latexmk'; then stop "the machine has a TeX already: not bare"; fi

say "clone"
mkdir -p "$machine/root/source"
if [ -n "$worktree" ]; then
    git -C "$checkout" ls-files -z --cached --others --exclude-standard |
        (cd "$checkout" && tar --create --null --files-from=- --ignore-failed-read) | tar -x -C "$machine/root/source"
    git -C "$machine/root/source" init -q
    git -C "$machine/root/source" add --all --force
    git -C "$machine/root/source" -c user.name=prove -c user.email=prove@example.org commit -q -m 'The work tree'
    chown -R root: "$machine/root/source"
else
    git -C "$checkout" rev-parse --verify -q HEAD >/dev/null || stop "nothing is committed; --worktree takes the files"
    [ -z "$(git -C "$checkout" status --porcelain)" ] || echo "prove-fresh: uncommitted changes are not in the clone" >&2
    git clone -q --no-hardlinks --bare "$checkout" "$machine/root/source/.git"
fi
inside git clone -q /root/source /root/cvpress
first=$(sh "$checkout/scripts/quick-start" 1)
second=$(sh "$checkout/scripts/quick-start" 2)

timed "first command: $first" sh -c "cd /root/cvpress && $first"
built=$(pdfs)
[ -n "$built" ] || stop "no PDF was built"
before=$(cd "$machine/root/cvpress/build" && sha256sum $(pdfs))

timed "the same again" sh -c "cd /root/cvpress && $first"
after=$(cd "$machine/root/cvpress/build" && sha256sum $(pdfs))
[ "$built" = "$(pdfs)" ] || stop "the second run left other PDFs than the first"
# Not an error: without SOURCE_DATE_EPOCH what is made anew carries a new date. But it is work that nobody asked for.
diff <(echo "$before") <(echo "$after") | sed -n 's/^> [0-9a-f]*  /made anew though nothing changed: /p'

timed "second command: $second" sh -c "cd /root/cvpress && $second"
timed "set-up alone, with nothing to do" sh -c "cd /root/cvpress && sh scripts/invoke setup --dev"

say "figures"
printf '%s\n' "${seconds[@]}"
printf '%8s    packages of TeX and fonts\n' "$(inside dpkg-query -W -f '${Package}\n' 'texlive*' 'fonts-*' 'tex-gyre' 'lmodern' 'latexmk' 2>/dev/null | wc -l)"
printf '%8s MB /usr\n' "$(du -sm --one-file-system "$machine/usr" | cut -f1)"
printf '%8s MB .venv\n' "$(du -sm --one-file-system "$machine/root/cvpress/.venv" | cut -f1)"
say "PDFs"
(cd "$machine/root/cvpress/build" && pdfs | while IFS= read -r pdf; do printf '%9s  %s\n' "$(stat -c %s "$pdf")" "$pdf"; done)
