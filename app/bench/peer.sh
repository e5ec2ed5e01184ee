# Measures the service and a plain Node service (peer/) in turns, on the same PostgreSQL and with the same records.

peer_connections=(1 8 32)
# How long each service works on an operation with one of these numbers before it counts.
warm_up_each=30
# The settings of a session whose tables are the peer's.
peer_session="-c TimeZone=UTC -c search_path=peer"

measure_peer() {
  local operation
  start_peer
  # Each run has about a second around it.
  local runs=$((8 * 2 * ${#peer_connections[@]} * (rounds + (warm_up_each + seconds - 1) / seconds)))
  say "Measuring beside the peer for about $((runs * (seconds + 1) / 60 + 1)) minutes …"
  for operation in "${operations[@]}"; do
    compare_warm "$operation" ""
    [[ $method != POST ]] || compare_warm "$operation" key
    measure_half "$operation"
  done
}

# compare_warm OPERATION KEY: with each number of connections, after both had the same time to warm up with it: with the
# most first, because one connection alone sends too few requests for Java to compile the code.
compare_warm() {
  local connections who
  request "$1"
  for connections in $(printf '%s\n' "${peer_connections[@]}" | sort -rn); do
    for who in service peer; do
      warm_up "$warm_up_each" "$who" "$1-$connections-$2" "$2"
    done
    compare "$1" "$2"
  done
}

start_peer() {
  local from=$SECONDS
  cp -r "$bench/peer" "$folder/peer"
  (cd "$folder/peer" && npm ci --silent --no-audit --no-fund) >&2 || fail "npm could not install the peer."
  query "create schema peer"
  copy_records
  peer_port=$(free_port)
  PGOPTIONS=$peer_session node "$folder/peer/server.js" "$peer_port" >&2 &
  peer_pid=$!
  pids+=("$peer_pid")
  until curl -sf -o /dev/null "http://127.0.0.1:$peer_port/health/ready"; do
    kill -0 "$peer_pid" 2>/dev/null && ((SECONDS - from < ready_seconds)) || fail "The peer did not start."
    sleep 0.1
  done
}

# Each table of the peer gets the rows of the service's table, as far as it has their columns.
copy_records() {
  local table columns
  PGOPTIONS=$peer_session psql -qX -v ON_ERROR_STOP=1 -f "$bench/peer/schema.sql"
  for table in app_user currency company company_member token card entity_card premium premium_option product \
    company_product form form_field form_product field_config field_visibility farmer \
    submission submission_value; do
    columns=$(query "select string_agg(column_name, ', ') from information_schema.columns
      where table_schema = 'peer' and table_name = '$table'")
    psql -qX -v ON_ERROR_STOP=1 -c "copy (select $columns from $table $(only_of_farmers "$table")) to stdout" |
      psql -qX -v ON_ERROR_STOP=1 -c "copy peer.$table ($columns) from stdin"
  done
  query "insert into peer.company_product_premium (company_product, premium)
    select id, unnest(premiums) from public.company_product"
  # Without the warnings about PostgreSQL's own tables, which this user cannot analyze.
  query "set client_min_messages = error; analyze"
}

# The peer starts without transactions, so it needs only the submissions of farmers.
only_of_farmers() {
  case $1 in
    submission) echo "where farmer is not null" ;;
    submission_value) echo "where submission in (select id from submission where farmer is not null)" ;;
  esac
}

# compare OPERATION KEY: KEY is empty, or "key" for requests with an Idempotency-Key. Lines in $folder/compared.
compare() {
  local round who costs
  for ((round = 1; round <= rounds; round++)); do
    for who in service peer; do
      costs=$(with_costs "$who" "$1-$connections-$2$round" "$2")
      echo "$1 $connections ${2:-none} $who $costs" >>"$folder/compared"
    done
  done
  say "  $title, $connections connections${2:+, with a key}: $(grep "^$1 $connections ${2:-none} " "$folder/compared" |
    tail -n 2 | awk '{printf "%s %d/s  ", $4, $5}')"
}

# Half the rate that 8 connections reached: each pauses before a request. Lines in $folder/half.
measure_half() {
  local connections=8 rate result
  request "$1"
  rate=$(awk -v wanted="$1 8 none service" \
    '$1 " " $2 " " $3 " " $4 == wanted { rate = $5 } END { print rate }' "$folder/compared")
  export BENCH_PAUSE
  BENCH_PAUSE=$(awk -v rate="$rate" 'BEGIN { printf "%d", 8000 / rate + 0.5 }')
  result=$(over_http "$method" "$path" "$body" "$TOKEN" "$1-more-than-half")
  # A request takes less time now than at the full rate, so the pause must be longer.
  BENCH_PAUSE=$(awk -v rate="$rate" -v pause="$BENCH_PAUSE" -v result="$result" \
    'BEGIN { split(result, measured, " "); printf "%d", 16000 / rate - 8000 / measured[1] + pause + 0.5 }')
  result=$(over_http "$method" "$path" "$body" "$TOKEN" "$1-half")
  unset BENCH_PAUSE
  echo "$title|$result" >>"$folder/half"
}

report_peer() {
  local operation connections key
  echo "| Operation | connections | key | requests/s | peer | ratio | least to most | p99 ms | peer" \
    "| CPU ms: service | PostgreSQL | peer | its PostgreSQL | log bytes | peer | history bytes |"
  echo "|---|--:|---|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|--:|"
  for operation in "${operations[@]}"; do
    request "$operation"
    for connections in "${peer_connections[@]}"; do
      for key in none key; do
        report_comparison "$operation" "$connections" "$key"
      done
    done
  done
  echo
  echo "At half the rate, with 8 connections:"
  echo
  echo "| Operation | requests/s | p50 ms | p99 ms |"
  echo "|---|--:|--:|--:|"
  awk -F '|' '{ gsub(" ", " | ", $2); print "| " $1 " | " $2 " |" }' "$folder/half"
  echo
}

report_comparison() {
  awk -v wanted="$1 $2 $3" -v title="$title" "$medians"'
    $1 " " $2 " " $3 == wanted && $4 == "service" { n++; rate[n] = $5; p99[n] = $7; cpu[n] = $8; db[n] = $9; wal[n] = $10; history[n] = $11 }
    $1 " " $2 " " $3 == wanted && $4 == "peer" {
      peer[n] = $5; peer_p99[n] = $7; peer_cpu[n] = $8; peer_db[n] = $9; peer_wal[n] = $10
      ratio[n] = rate[n] / $5
    }
    END {
      if (n == 0) exit
      split(wanted, part, " ")
      printf "| %s | %d | %s | %d | %d | %.2f", title, part[2], part[3] == "key" ? "yes" : "no", median(rate), median(peer),
        median(ratio)
      printf " | %.2f to %.2f | %.1f | %.1f", least, most, median(p99), median(peer_p99)
      printf " | %.2f | %.2f | %.2f | %.2f", median(cpu), median(db), median(peer_cpu), median(peer_db)
      printf " | %d | %d | %d |\n", median(wal), median(peer_wal), median(history)
    }' "$folder/compared"
}
