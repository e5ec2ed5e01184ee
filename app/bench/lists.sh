# Lists of many transactions: pages at their begin, middle and end, and whole lists as a table and as lines.

list=/v1/transactions/product-transactions/
page_repeats=50
heap_samples=10

# Fills the demo, and reads it with a service that has done nothing else, so that its memory tells of the lists alone.
measure_lists() {
  add_transactions 1 "$transactions"
  restart_service
  memory_idle=$(resident)
  walk
  measure_pages
  measure_exports
  measure_heap
}

# add_transactions FIRST LAST [START APART USED]
add_transactions() {
  local from=$SECONDS
  say "Adding $(($2 - $1 + 1)) transactions …"
  psql -qX -v ON_ERROR_STOP=1 -v first="$1" -v last="$2" -v start="${3-2026-01-01 06:00Z}" -v apart="${4-10 seconds}" \
    -v used="${5-0}" -v farmers="$farmers" -v company="$COMPANY" -v buyer="$BUYER" -v product="$PRODUCT" \
    -f "$bench/transactions.sql"
  say "  in $((SECONDS - from)) s"
}

restart_service() {
  stop "$service_pid"
  start_service serve --data "$folder/demo"
  service_pid=$pid
  service_log=$log
  origin=http://127.0.0.1:$port
  read_login "$folder/demo/postgresql.json"
}

# Follows the list from its first page to its last: every record is there, once.
walk() {
  local next=$list?limit=1000 pages=0 last from=${EPOCHREALTIME/./}
  say "Following all pages …"
  : >"$folder/pages"
  while [[ -n $next ]]; do
    echo "$next" >>"$folder/pages"
    curl -sf --max-time 60 -D "$folder/head" -o "$folder/page" -H "Authorization: Bearer $TOKEN" "$origin$next" ||
      fail "A page was refused: $next"
    next=$(sed -n 's/^[Ll]ink: <\(.*\)>; rel="next".*/\1/p' "$folder/head")
    pages=$((pages + 1))
  done
  walked=$(((${EPOCHREALTIME/./} - from) / 1000))
  rows=$(query "select count(*) from product_transaction
    where '$COMPANY' in (company, source, destination)")
  last=$(grep -o '"source_quantity"' "$folder/page" | wc -l)
  (((pages - 1) * 1000 + last == rows)) || fail "$pages pages have $(((pages - 1) * 1000 + last)) of $rows records."
}

# Pages of the usual size, the last of them from where the walk had a full one: a line a round, in ms, in
# $folder/page-times.
measure_pages() {
  local round first middle last gone
  say "Measuring pages …"
  : >"$folder/page-times"
  for ((round = 0; round <= rounds; round++)); do
    first=$(time_page 1)
    middle=$(time_page $((($(wc -l <"$folder/pages") + 1) / 2)))
    last=$(time_page $(($(wc -l <"$folder/pages") - 1)))
    gone=$(time_path "$list?in_stock=false")
    # The first round warms up.
    ((round == 0)) || echo "$first $middle $last $gone" >>"$folder/page-times"
  done
}

# time_page N: the median time of the page that starts where page N of the walk does.
time_page() {
  time_path "$(sed -n "$1s/limit=1000&\{0,1\}//p" "$folder/pages")"
}

# time_path PATH: the median time of that page.
time_path() {
  local url=$origin$1 i
  for ((i = 0; i < page_repeats; i++)); do
    echo "url = \"$url\""
    echo "output = /dev/null"
  done | curl -sf --max-time 60 -w '%{time_total}\n' -H "Authorization: Bearer $TOKEN" -K - |
    awk "$medians"'{ times[NR] = 1000 * $1 } END { printf "%.2f", median(times) }'
}

# Whole lists: lines "TYPE SECONDS BYTES" in $folder/exports, and the most memory that the service had meanwhile.
measure_exports() {
  local round type lines
  say "Reading whole lists …"
  : >"$folder/exports"
  echo 5 >"/proc/$service_pid/clear_refs"
  for ((round = 1; round <= rounds; round++)); do
    for type in text/csv application/x-ndjson; do
      lines=$(export_list "$type" | wc -l)
      [[ $type == text/csv ]] && lines=$((lines - 1))
      ((lines == rows)) || fail "$lines of $rows records came as $type."
    done
  done
  memory_most=$(($(kilobytes VmHWM "/proc/$service_pid/status") / 1024))
}

export_list() {
  curl -sf --max-time 3600 -o - -w "%{stderr}$1 %{time_total} %{size_download}\n" -H "Accept: $1" \
    -H "Authorization: Bearer $TOKEN" "$origin$list" 2>>"$folder/exports"
}

# What is alive of Java's memory while a whole list is on its way, again and again, in MiB.
measure_heap() {
  local sample alive
  heap_before=$(live_heap)
  heap_most=0
  export_list text/csv >/dev/null &
  local reader=$!
  for ((sample = 1; sample <= heap_samples; sample++)); do
    kill -0 "$reader" 2>/dev/null || break
    alive=$(live_heap)
    ((alive > heap_most)) && heap_most=$alive
    sleep 0.5
  done
  wait "$reader"
}

# Counted in the same pause as the collection, so that nothing new is in it.
live_heap() {
  jcmd "$service_pid" GC.class_histogram | awk '$1 == "Total" { print int($3 / 1048576) }'
}

resident() {
  echo $(($(kilobytes VmRSS "/proc/$service_pid/status") / 1024))
}
