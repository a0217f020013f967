#!/usr/bin/env bash
# A sweep, or a run of `sortie simulate`, in shares by GNU parallel: on this machine, or on those of a list.
#
#   cluster/parallel.sh sweep sweep.ron sweep.out                           # on all cores of this machine
#   MACHINES=machines.txt cluster/parallel.sh sweep sweep.ron sweep.out     # on others, which see the folder under the same path
#   cluster/parallel.sh simulate all.json gate --battles 1000000 --seed 7   # shares of a run, merged into all.json
#
# SHARES says how many (64), SORTIE which program. A machine that is lost fails its shares: they are tried again, up to ten times,
# elsewhere. What is finished is not done again.
set -euo pipefail
SORTIE="${SORTIE:-sortie}"
SHARES="${SHARES:-64}"
machines=()
if [ -n "${MACHINES:-}" ]; then machines=(--sshloginfile "$MACHINES" --workdir "$PWD"); fi
# What is handed on goes through a shell once more.
quoted() { printf '%q ' "$@"; }
in_shares() { seq "$SHARES" | parallel --bar --retries 10 --halt soon,fail=1 "${machines[@]}" "$@"; }

case "${1:-}" in
sweep)
    sweep="${2:?the file of the sweep}" out="${3:?the folder of finished jobs}"
    in_shares "$(quoted "$SORTIE" sweep "$sweep" --out "$out") --json --threads 1 --shard {}/$SHARES >/dev/null"
    "$SORTIE" sweep "$sweep" --out "$out" --resume
    ;;
simulate)
    out="${2:?the file of the whole run}"
    shift 2
    parts="$out.parts"
    mkdir -p "$parts"
    part="$(printf %q "$parts")/{}.json"
    # A share that is there already was written whole.
    in_shares "[ -s $part ] || $(quoted "$SORTIE" simulate "$@") --json --threads 1 --shard {}/$SHARES --out $part >/dev/null"
    "$SORTIE" merge "$parts"/*.json --out "$out"
    ;;
*)
    sed -n '2,9s/^# \{0,1\}//p' "$0" >&2
    exit 2
    ;;
esac
