# What the scripts share: steps with progress and time, and one last line that says what to do after a failure.
# Sourced, from the project's root.

set -euo pipefail

# A script that another one calls speaks in its name, and leaves the last word to it.
is_called=${script_name:+yes}
export script_name=${script_name:-script/$(basename "$0")}
script_started=$SECONDS
script_steps=0
script_step=0
script_doing=
log_folder=build/log

cores=$(nproc)
is_terminal=no
[ -t 1 ] && is_terminal=yes

# 95 → "1 min 35 s"
time_text() {
  if [ "$1" -lt 60 ]; then echo "$1 s"; else echo "$(($1 / 60)) min $(($1 % 60)) s"; fi
}

# 95 → "about 2 min"
about() {
  if [ "$1" -lt 50 ]; then echo "about $((($1 + 9) / 10 * 10)) s"; else echo "about $((($1 + 30) / 60)) min"; fi
}

# fail TEXT ADVICE: what went wrong, and what to do. Ends the script.
fail() {
  clear_line
  printf '\n%s: %s\n%s\n' "$script_name" "$1" "$2" >&2
  exit 3
}

clear_line() {
  if [ "$is_terminal" = yes ]; then printf '\r\033[K'; fi
}

# step TEXT [SECONDS]: what is done now, and about how long it takes.
step() {
  script_step=$((script_step + 1))
  script_doing=$1
  local estimate=
  if [ -n "${2:-}" ]; then estimate=" ($(about "$2"))"; fi
  if [ "$script_steps" -gt 0 ]; then
    printf '[%d/%d] %s%s\n' "$script_step" "$script_steps" "$1" "$estimate"
  else
    printf '%s%s\n' "$1" "$estimate"
  fi
}

on_interrupt() {
  trap - INT TERM
  if [ "$is_called" != yes ]; then
    clear_line
    printf '\n%s: stopped. Run it again to continue from here.\n' "$script_name" >&2
  fi
  exit 130
}

# Groups of processes that work beside the script, and end with it.
beside=()

on_exit() {
  local code=$?
  for group in "${beside[@]}"; do kill -- "-$group" 2>/dev/null || true; done
  case "$code" in 0 | 2 | 3 | 130) return ;; esac # said already
  clear_line
  printf '\n%s: failed at this step: "%s". Logs are in %s.\n' "$script_name" "${script_doing:-Start}" "$log_folder/" >&2
}
trap on_interrupt INT TERM
trap on_exit EXIT

# Reads lines that begin with DONE/TOTAL, in brackets or not, and shows how far that is and what is left of the time: of
# the seconds expected in all where these are known, else by what is done. Every line goes to the log.
show_progress() { # log, what one of them is called, [seconds]
  local log=$1 what=$2 expected=${3:-0} line done total percent shown=-1 started=$SECONDS left text
  while IFS= read -r line; do
    printf '%s\n' "$line" >>"$log"
    [[ $line =~ ^[[:space:]]*\[?([0-9]+)/([0-9]+)[]\ ] ]] || continue
    case "$line" in *Re-checking* | *Re-running*) continue ;; esac
    done=${BASH_REMATCH[1]} total=${BASH_REMATCH[2]}
    [ "$total" -gt 0 ] || continue
    percent=$((100 * done / total))
    left=$((expected - (SECONDS - started)))
    if [ "$left" -le 0 ]; then left=$(((SECONDS - started) * (total - done) / (done > 0 ? done : 1))); fi
    text="$done of $total $what"
    if [ "$done" -lt "$total" ] && [ $((SECONDS - started)) -ge 5 ]; then text+=", $(about "$left") left"; fi
    if [ "$is_terminal" = yes ]; then
      printf '\r\033[K      %3d%%  %s' "$percent" "$text"
    elif [ $((percent / 10)) -gt "$shown" ]; then
      shown=$((percent / 10))
      printf '      %3d%%  %s\n' "$percent" "$text"
    fi
  done
  clear_line
}

need_space() { # megabytes that the build takes in all
  local free had
  free=$(df --output=avail --block-size=1M . | tail -1 | tr -d ' ')
  had=$(du -sm build 2>/dev/null | cut -f1)
  [ $((free + had)) -ge "$1" ] || fail "only $free MB are free on the disk that holds $PWD; the build takes about $1 MB." \
    "Free some space there and run $script_name again."
}

need_writable() {
  mkdir -p build "$log_folder" 2>/dev/null || true
  [ -w build ] && [ -w "$log_folder" ] && [ -z "$(find build -maxdepth 2 ! -writable -print -quit 2>/dev/null)" ] || fail "cannot write to $PWD/build." \
    "Run $script_name as the user that it belongs to ($(stat -c %U . 2>/dev/null)), or make it yours: sudo chown -R $(id -un) '$PWD'"
}

# configure PRESET [CMake's options…]. All with the same warnings: script/test goes on with what script/server built.
configure() {
  local preset=$1 cache=build/$1/CMakeCache.txt log=$log_folder/configure-$1.log
  shift
  # A build folder that was made elsewhere (a copied or moved checkout) is of no use.
  if [ -f "$cache" ] && ! grep -qxF "CMAKE_HOME_DIRECTORY:INTERNAL=$PWD" "$cache"; then rm -rf "build/$preset"; fi
  cmake --preset "$preset" -DCARDROOM_WERROR=ON "$@" >"$log" 2>&1 || {
    tail -n 25 "$log" >&2
    fail "CMake could not prepare the build." "The whole log is $log. If a package is missing, run script/bootstrap."
  }
}

# nice, while tests that watch the time run beside the build.
niced=()

# build PRESET [targets…]
build() {
  local preset=$1 log=$log_folder/build-$1.log
  shift
  : >"$log"
  # Interrupts reach the compiler too; ninja removes what it had not finished.
  NINJA_STATUS='[%f/%t] ' "${niced[@]}" cmake --build --preset "$preset" ${1:+--target "$@"} 2>&1 | show_progress "$log" "build steps" || {
    grep -q 'No space left on device' "$log" && fail "the disk is full." "Free some space and run $script_name again: it goes on from here."
    grep -nE -m 1 'FAILED:' "$log" >/dev/null && sed -n '/FAILED:/,$p' "$log" | head -n 60 >&2
    grep -qE 'Killed signal|cc1plus: out of memory' "$log" && fail "the compiler ran out of memory." \
      "Give the machine 4 GB or more, or build with one compiler at a time: CMAKE_BUILD_PARALLEL_LEVEL=1 $script_name"
    fail "the build failed; the first error is above." "The whole log is $log."
  }
}

# build_seconds PRESET [targets…]: about how long a build takes, by the objects that are not there yet, at 7 s of a core
# each. What changed since they were made is not seen: minutes become seconds then.
build_seconds() {
  local preset=$1 files
  shift
  files=$(ninja -C "build/$preset" -t commands "$@" 2>/dev/null | sed -nE 's/.* -o ([^ ]+\.(o|gch)) .*/\1/p' |
    while read -r file; do [ -f "build/$preset/$file" ] || echo "$file"; done | wc -l)
  echo $((files * 7 / cores + 2))
}
