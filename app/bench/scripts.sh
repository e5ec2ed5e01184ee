# Writes down the SQL of each operation for pgbench, as the service really sends it.

# A second instance of the service works on the same database through Wiretap.java, gets each request twice, and
# PgbenchScript.java makes a script of both. For each operation: $folder/OPERATION.sql and .options (for pgbench) and
# .facts (statements, round trips, bytes of the answer).
make_scripts() {
  local operation
  say "Writing down the SQL of each operation …"
  start_wiretap
  start_tapped_service
  for operation in "${operations[@]}"; do
    request "$operation"
    make_script "$operation"
    check_script "$operation"
  done
  stop "$tapped_pid"
  stop "$wiretap_pid"
}

start_wiretap() {
  local attempt
  wiretap_port=$(free_port)
  notes=$folder/notes
  : >"$notes"
  java -cp "$jar" "$bench/Wiretap.java" "$wiretap_port" "$PGPORT" "$notes" &
  wiretap_pid=$!
  pids+=("$wiretap_pid")
  for attempt in {1..100}; do
    # Listens, and connects through to PostgreSQL.
    PGPORT=$wiretap_port query "select 1" >/dev/null 2>&1 && return
    sleep 0.1
  done
  fail "Wiretap.java did not start."
}

# No prepared statements and no binary values, so that each note is complete and readable.
start_tapped_service() {
  local url="jdbc:postgresql://127.0.0.1:$wiretap_port/$PGDATABASE"
  export SUPPLY_CHAIN_DB_PASSWORD=$PGPASSWORD
  start_service serve --pool-size 5 --db-user "$PGUSER" \
    --db-url "$url?sslmode=disable&gssEncMode=disable&prepareThreshold=0&binaryTransfer=false"
  unset SUPPLY_CHAIN_DB_PASSWORD
  tapped_pid=$pid
  tapped=http://127.0.0.1:$port
}

make_script() {
  local before middle counts bytes script=$folder/$1
  send "$tapped" 1 "warm-up $1" >/dev/null
  before=$(stat -c %s "$notes")
  send "$tapped" 2 "first $1" >/dev/null
  middle=$(stat -c %s "$notes")
  bytes=$(send "$tapped" 3 "second $1")
  head -c "$middle" "$notes" | tail -c +$((before + 1)) >"$script.first"
  tail -c +$((middle + 1)) "$notes" >"$script.second"
  counts=$(java -cp "$jar" "$bench/PgbenchScript.java" "$script.first" "$script.second" "$script.sql" "$script.options" \
    "$farmers")
  echo "$counts $bytes" >"$script.facts"
}

# One transaction of pgbench must write as many rows into the same tables as one request does.
check_script() {
  local from by_request by_script
  from=$(query "select pg_current_xact_id()")
  send "$tapped" 4 "check $1" >/dev/null
  by_request=$(written_since "$from")
  from=$(query "select pg_current_xact_id()")
  run_script "$1" 0 -c 1 -t 1 >/dev/null
  by_script=$(written_since "$from")
  [[ $by_script == "$by_request" ]] || fail "$title: the request writes
$by_request
but its script writes
$by_script"
  [[ $method == GET || -n $by_script ]] || fail "$title: nothing is written."
}

# Tables with the number of their rows that a transaction after this one has written.
written_since() {
  query "select format('select %L, count(*) from %I where xmin::text::bigint > $1 having count(*) > 0', relname, relname)
    from pg_stat_user_tables order by relname \gexec"
}

# run_script OPERATION RUN OPTION…: RUN makes the ids differ from those of other runs, and so stays below 100.
run_script() {
  local -a constants
  local output
  mapfile -t constants <"$folder/$1.options"
  output=$(pgbench -n -M prepared -f "$folder/$1.sql" -D n=0 -D "base=$((($2 + 1) * 10000000000))" \
    "${constants[@]}" "${@:3}" 2>&1) || fail "pgbench failed: $output"
  echo "$output"
}
