# Measurements: each takes $seconds with $connections connections.

start_runs=3
# How long each service works on an operation before it counts: Java compiles its code meanwhile.
warm_up_seconds=45

# For each operation, in rounds: "OPERATION" and what with_costs prints, in $folder/measured.
measure_operations() {
  local operation round
  say "Measuring for about $((${#operations[@]} * (seconds * rounds + warm_up_seconds) / 60 + 1)) minutes …"
  for operation in "${operations[@]}"; do
    request "$operation"
    warm_up "$warm_up_seconds" service "$operation" ""
    for ((round = 1; round <= rounds; round++)); do
      echo "$operation $(with_costs service "$round" "")" >>"$folder/measured"
    done
    say "  $title: $(tail -n 1 "$folder/measured" | cut -d ' ' -f 2) requests/s"
  done
}

# warm_up SECONDS WHO RUN KEY: in runs like those that count, because Java compiles the begin and the end of a connection too.
warm_up() {
  local run
  for ((run = 1; run <= ($1 + seconds - 1) / seconds; run++)); do
    with_costs "$2" "warm-up-$3-$run" "$4" >/dev/null
  done
}

# over_http METHOD PATH BODY TOKEN RUN KEY: prints requests/s, p50 and p99. With KEY, each request has an Idempotency-Key.
over_http() {
  local output
  local -a result
  : >"$service_log"
  output=$(BENCH_METHOD=$1 BENCH_PATH=$2 BENCH_BODY=$3 BENCH_TOKEN=$4 BENCH_RUN=$5 BENCH_KEY=${6-} \
    BENCH_FARMERS=$farmers \
    timeout $((seconds + 60)) \
    wrk -t 1 -c "$connections" -d "${seconds}s" --timeout 30s -s "$bench/wrk.lua" "$origin" 2>&1) || fail "wrk failed: $output"
  result=($(grep '^RESULT ' <<<"$output")) || fail "wrk said nothing: $output"
  ((result[4] == 0)) || fail "$1 $2: ${result[4]} requests failed."
  echo "${result[@]:1:3}"
}

# with_costs WHO RUN KEY: prints requests/s, p50, p99; then for each request the CPU of the service and of PostgreSQL in
# ms, and the bytes of its write-ahead log and of the history.
with_costs() {
  local pid=$service_pid cpu database_cpu wal newest result
  local origin=$origin
  if [[ $1 == peer ]]; then
    pid=$peer_pid
    origin=http://127.0.0.1:$peer_port
  fi
  cpu=$(ticks "$pid")
  database_cpu=$(database_ticks)
  wal=$(query "select pg_current_wal_insert_lsn()")
  newest=$(query "select coalesce(max(id), 0) from history")
  result=$(over_http "$method" "$path" "$body" "$TOKEN" "$2" "$3")
  awk -v requests="$(awk -v s="$seconds" '{print $1 * s}' <<<"$result")" -v tick="$(getconf CLK_TCK)" -v result="$result" \
    -v cpu=$(($(ticks "$pid") - cpu)) -v database=$(($(database_ticks) - database_cpu)) \
    -v wal="$(query "select pg_current_wal_insert_lsn() - '$wal'")" \
    -v history="$(query "select coalesce(sum(pg_column_size(h)), 0) from history h where id > $newest")" \
    'BEGIN {
      printf "%s %.3f %.3f", result, cpu * 1000 / tick / requests, database * 1000 / tick / requests
      printf " %d %d\n", wal / requests, history / requests
    }'
}

# The CPU time of a process and of its children that have ended.
ticks() {
  sed 's/.*) //' "/proc/$1/stat" 2>/dev/null | awk '{print $12 + $13 + $14 + $15}' || echo 0
}

# The CPU time of PostgreSQL: the postmaster, those of its processes that have ended, and those that run.
database_ticks() {
  local postmaster process sum
  postmaster=$(head -n 1 "$folder/demo/data/postmaster.pid")
  sum=$(ticks "$postmaster")
  for process in $(pgrep -P "$postmaster"); do
    sum=$((sum + $(ticks "$process")))
  done
  echo "$sum"
}

# From the start of the JVM to the first ready; into $folder/starts, a line a run: demo, empty and existing data, in ms.
measure_starts() {
  local run demo empty existing
  say "Starting the service $((3 * start_runs)) times …"
  for ((run = 1; run <= start_runs; run++)); do
    start_to_ready demo --data "$folder/demo-$run"
    demo=$milliseconds
    start_to_ready serve --data "$folder/start-$run"
    empty=$milliseconds
    start_to_ready serve --data "$folder/start-$run"
    existing=$milliseconds
    rm -rf "$folder/demo-$run" "$folder/start-$run"
    echo "$demo $empty $existing" >>"$folder/starts"
  done
}

start_to_ready() {
  local from=${EPOCHREALTIME/./}
  start_service "$@"
  milliseconds=$(((${EPOCHREALTIME/./} - from) / 1000))
  stop "$pid"
}
