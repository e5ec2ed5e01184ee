# Prints what was found, as Markdown.

report_machine() {
  local commit
  commit=$(git -C "$bench" rev-parse --short HEAD 2>/dev/null || echo unknown)
  echo "- Machine: $(nproc) cores ($(sed -n 's/^model name[^:]*: *//p' /proc/cpuinfo | head -n 1))," \
    "$(awk '/^MemTotal/ {printf "%.0f", $2 / 1048576}' /proc/meminfo) GiB, $(uname -sr)," \
    "data on $(stat -f -c %T "$folder"), load $(cut -d ' ' -f 1 /proc/loadavg) at the begin"
  if awk '{exit $1 < 1}' /proc/loadavg; then
    say "The machine is busy: the figures will be low and unsteady."
  fi
  echo "- Java: $(java -version 2>&1 | sed -n 2p)"
  echo "- Measured: commit $commit, $rounds rounds of $seconds s, $connections connections, medians"
  echo "- Size of the jar: $(awk "BEGIN {printf \"%.1f\", $(stat -c %s "$jar") / 1e6}") MB"
}

report_operations() {
  echo "- PostgreSQL: $(query "show server_version"), fsync $(query "show fsync")," \
    "synchronous_commit $(query "show synchronous_commit")"
  awk "$medians"'
    { demo[NR] = $1; empty[NR] = $2; existing[NR] = $3 }
    END {
      printf "- Start to ready: %d ms on an empty folder (%d to %d), %d ms on existing data (%d to %d), ",
        median(empty), least, most, median(existing), least, most
      printf "%d ms for the first start of the demo (%d to %d)\n", median(demo), least, most
    }' "$folder/starts"
  echo
  echo "| Operation | requests/s | least to most | p50 ms | p99 ms | CPU ms: service | PostgreSQL | log bytes | history bytes |"
  echo "|---|--:|--:|--:|--:|--:|--:|--:|--:|"
  local operation
  for operation in "${operations[@]}"; do
    request "$operation"
    report_operation "$operation"
  done
  echo
}

report_operation() {
  awk -v operation="$1" -v title="$title" "$medians"'
    $1 == operation { n++; rate[n] = $2; p50[n] = $3; p99[n] = $4; cpu[n] = $5; database[n] = $6; wal[n] = $7; history[n] = $8 }
    END {
      printf "| %s | %d", title, median(rate)
      printf " | %d to %d | %.2f | %.2f", least, most, median(p50), median(p99)
      printf " | %.2f | %.2f | %d | %d |\n", median(cpu), median(database), median(wal), median(history)
    }' "$folder/measured"
}

# median(VALUES), which also finds the least and the most.
medians='
  function median(values,    sorted, n, i, j, v) {
    n = 0
    for (i in values) {
      v = values[i]
      for (j = n++; j > 0 && sorted[j] > v; j--) sorted[j + 1] = sorted[j]
      sorted[j + 1] = v
    }
    least = sorted[1]
    most = sorted[n]
    return (sorted[int((n + 1) / 2)] + sorted[int(n / 2) + 1]) / 2
  }'

report_lists() {
  echo "- Lists of $rows product transactions, of which the company sees all:"
  awk "$medians"'
    { first[NR] = $1; middle[NR] = $2; last[NR] = $3; gone[NR] = $4; to_middle[NR] = $2 / $1; to_last[NR] = $3 / $1 }
    END {
      printf "- A page of 100: the first %.1f ms, one in the middle %.1f ms, the last %.1f ms", median(first), median(middle),
        median(last)
      printf "; the middle takes %.2f times as long as the first", median(to_middle)
      printf " (%.2f to %.2f)", least, most
      printf ", the last %.2f times", median(to_last)
      printf " (%.2f to %.2f); narrowed to what is sold out %.1f ms\n", least, most, median(gone)
    }' "$folder/page-times"
  echo "- All pages of 1,000, one after the other: $((walked / 1000)) s, $((rows * 1000 / walked)) rows/s"
  local type
  for type in text/csv application/x-ndjson; do
    awk -v type="$type" -v rows="$rows" "$medians"'
      $1 == type { n++; rate[n] = rows / $2; seconds[n] = $2; bytes = $3 }
      END {
        printf "- The whole list as %s (%.0f MB): %.1f s, %d rows/s", type, bytes / 1e6, median(seconds), median(rate)
        printf " (%d to %d)\n", least, most
      }' "$folder/exports"
  done
  echo "- Memory of the service: resident $memory_idle MiB after its start, $memory_most MiB at the most while it sent whole" \
    "lists; alive in Java $heap_before MiB before a list, $heap_most MiB at the most while it sent one"
}

# PostgreSQL's processes share memory: of what they share, each counts its part.
report_memory() {
  local worker postmaster process total=0
  worker=$(query "select pid from pg_stat_activity where usename = current_user and pid <> pg_backend_pid() limit 1")
  postmaster=$(awk '/^PPid:/ {print $2}' "/proc/$worker/status")
  for process in "$postmaster" $(pgrep -P "$postmaster"); do
    total=$((total + $(kilobytes Pss "/proc/$process/smaps_rollup")))
  done
  echo "- Resident memory after the load: the service $(($(kilobytes VmRSS "/proc/$service_pid/status") / 1024)) MiB," \
    "its PostgreSQL $((total / 1024)) MiB"
}

kilobytes() {
  awk -v name="$1:" '$1 == name {print $2}' "$2" 2>/dev/null || echo 0
}
