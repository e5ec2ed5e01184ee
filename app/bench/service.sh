# Starts and stops the service, and knows how to reach its database.

ready_seconds=60
stop_seconds=30
pids=()

# A port of this machine that nobody listens on; what listens there next is started at once.
free_port() {
  local attempt port
  for attempt in {1..50}; do
    port=$((20000 + RANDOM % 10000))
    if ! (: <"/dev/tcp/127.0.0.1/$port") 2>/dev/null; then
      echo "$port"
      return
    fi
  done
  fail "No free port in 50 attempts."
}

# start_service COMMAND ARGUMENT…: sets pid and port; what is exported reaches it.
start_service() {
  local from
  port=$(free_port)
  log=$folder/service-$port.log
  # Appended to, so that the log can be emptied while the service writes it.
  java -jar "$jar" "$@" --port "$port" >>"$log" 2>&1 &
  pid=$!
  pids+=("$pid")
  from=$SECONDS
  until curl -sf -o /dev/null --max-time "$ready_seconds" "http://127.0.0.1:$port/health/ready"; do
    kill -0 "$pid" 2>/dev/null || fail "The service did not start."
    ((SECONDS - from < ready_seconds)) || fail "The service was not ready within $ready_seconds s."
    sleep 0.02
  done
}

stop() {
  local from=$SECONDS
  kill "$1" 2>/dev/null || return 0
  while kill -0 "$1" 2>/dev/null; do
    if ((SECONDS - from >= stop_seconds)); then
      kill -9 "$1" 2>/dev/null || true
    fi
    sleep 0.1
  done
  wait "$1" 2>/dev/null || true
}

# The last one started first: it may use what those before it provide.
stop_all() {
  local i
  for ((i = ${#pids[@]} - 1; i >= 0; i--)); do
    stop "${pids[i]}"
  done
  pids=()
}

show_log() {
  [[ -s ${log-} ]] && tail -n 20 "$log" >&2 || true
}

start_demo() {
  say "Starting the demo …"
  start_service demo --data "$folder/demo"
  service_pid=$pid
  service_log=$log
  . "$folder/demo/demo.env"
  origin=http://127.0.0.1:$port
  read_login "$folder/demo/postgresql.json"
}

# Lets psql reach the embedded PostgreSQL.
read_login() {
  export PGHOST=127.0.0.1 PGPORT PGUSER PGDATABASE PGPASSWORD PGSSLMODE=disable PGOPTIONS="-c TimeZone=UTC"
  PGPORT=$(sed -E 's/.*"port": *([0-9]+).*/\1/' "$1")
  PGUSER=supply_chain
  PGPASSWORD=$(sed -E 's/.*"password": *"([^"]*)".*/\1/' "$1")
  PGDATABASE=$PGUSER
}

query() {
  psql -qXAt -v ON_ERROR_STOP=1 <<<"$1"
}

# Farmers whose ids can be computed, so that writers need not queue for one row.
add_farmers() {
  psql -qX -v ON_ERROR_STOP=1 -v farmers="$farmers" -v company="$COMPANY" -v like="$FARMER" \
    -v form="$FARMER_FORM" -v field="$FARMER_FIELD" -f "$bench/farmers.sql"
  OPTION=$(query "select id from premium_option where premium = '$OPTION_PREMIUM' and is_active order by id limit 1")
  [[ -n $OPTION ]] || fail "OPTION_PREMIUM has no active option."
}
