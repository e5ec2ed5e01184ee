# Measurements: each takes $seconds with $connections connections.

start_runs=3
# In lengths of a measurement: how long the service's code for an operation may get compiled before it counts.
warm_ups=3

# For each operation, in rounds: HTTP alone, SQL alone, the operation. Lines for report.sh in $folder/measured.
measure_operations() {
  local operation round http sql result
  say "Measuring for about $((seconds * ${#operations[@]} * (3 * rounds + warm_ups) / 60 + 1)) minutes …"
  over_http GET /health/live "" "" "" >/dev/null
  for operation in "${operations[@]}"; do
    request "$operation"
    for ((round = 1; round <= warm_ups; round++)); do
      over_http "$method" "$path" "$body" "$TOKEN" "warm-up-$round" >/dev/null
    done
    for ((round = 1; round <= rounds; round++)); do
      http=$(over_http GET /health/live "" "" "$round")
      sql=$(sql_alone "$operation" "$round")
      result=$(over_http "$method" "$path" "$body" "$TOKEN" "$round")
      echo "$operation ${http%% *} $sql $result" >>"$folder/measured"
    done
    say "  $title: $(tail -n 1 "$folder/measured" | cut -d ' ' -f 4) requests/s"
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

# sql_alone OPERATION RUN: prints transactions/s.
sql_alone() {
  local output
  output=$(run_script "$1" "$2" -c "$connections" -j 1 -T "$seconds")
  grep -oP '^tps = \K[0-9.]+' <<<"$output" || fail "pgbench said nothing: $output"
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
