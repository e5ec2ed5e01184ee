# The time of PostgreSQL for each report: of all transactions, which are a season or more, and of one month.

report_repeats=5
month="date_from=2026-02-01&date_before=2026-03-01"

measure_reports() {
  add_transactions 1 "$transactions"
  say "Adding payments …"
  psql -qX -v ON_ERROR_STOP=1 -v company="$COMPANY" -v premium="$PREMIUM" -f "$bench/payments.sql"
  restart_service
  : >"$folder/reports"
  local report
  for report in deliveries "deliveries/?group=day" unpaid balances payments "payments/?group=farmer" premiums stock \
    processing mass-balance absent; do
    say "Measuring the report $report …"
    note reports "$report" "$(time_report "$report" "")|$(time_report "$report" "$month")"
  done
}

# time_report PATH PERIOD: the median time of its first page, in milliseconds.
time_report() {
  local path=$1
  [[ $path == *\?* ]] || path=$path/?
  [[ $path != stock* || -z $2 ]] || set -- "$1" "at=2026-03-01"
  page_repeats=$report_repeats time_path "/v1/reports/$path&$2"
}

report_reports() {
  echo "- The median time of $report_repeats requests for the first page of a report of $transactions product transactions and" \
    "their payments, with one client"
  echo
  echo "| Report | all, ms | a month, ms |"
  echo "|---|--:|--:|"
  awk -F '|' '{ printf "| `%s` | %d | %d |\n", $1, $2, $3 }' "$folder/reports"
  echo
}
