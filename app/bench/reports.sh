# The CPU time of PostgreSQL for each report: of all transactions, which are those of three years; of a season of eight
# months; of the last whole month; and of a month of the first year.

report_repeats=5
report_start="2023-11-01 06:00Z"
report_days=1096
season="date_from=2026-02-01&date_before=2026-10-01"
month="date_from=2026-09-01&date_before=2026-10-01"
old_month="date_from=2024-03-01&date_before=2024-04-01"

measure_reports() {
  add_reported
  restart_service
  : >"$folder/reports"
  local report all of_season of_month of_old_month
  for report in deliveries "deliveries?group=day" unpaid balances payments "payments?group=farmer" premiums \
    "premiums?group=premium" processing mass-balance absent stock; do
    all=$(report_cpu "$report" "")
    of_season=$(report_cpu "$report" "$season")
    of_month=$(report_cpu "$report" "$month")
    of_old_month=$(report_cpu "$report" "$old_month")
    say "  $report: $all, $of_season, $of_month, $of_old_month ms"
    echo "$report|$all|$of_season|$of_month|$of_old_month" >>"$folder/reports"
  done
}

# Purchases that are used up after two months, with their payments.
add_reported() {
  local used=$((transactions / report_days * (report_days - 60) / 100 * 100))
  add_transactions 1 "$transactions" "$report_start" "$(awk "BEGIN {print $report_days * 86400 / $transactions}") seconds" "$used"
  say "Adding $used draws and the payments …"
  psql -qX -v ON_ERROR_STOP=1 -v company="$COMPANY" -v product="$OTHER_PRODUCT" -v used="$used" -f "$bench/processing.sql"
  psql -qX -v ON_ERROR_STOP=1 -v company="$COMPANY" -v premium="$PREMIUM" -f "$bench/payments.sql"
}

# report_cpu REPORT PERIOD: the CPU time of PostgreSQL for its first page in ms, after a page to warm up; a dash if it takes
# longer than the service lets a statement run. The stock is that before the period.
report_cpu() {
  local path=$1 period=$2 before i status
  [[ $path != stock ]] || period=$(sed -E 's/date_from=([^&]*).*/at=\1/' <<<"$period")
  [[ $path == *\?* ]] || path=$path?
  path=/v1/reports/${path/\?//?}${period:+&$period}
  for ((i = 0; i <= report_repeats; i++)); do
    ((i != 1)) || before=$(database_ticks)
    status=$(curl -sS --max-time 120 -o "$folder/report" -w '%{http_code}' -H "Authorization: Bearer $TOKEN" "$origin$path")
    [[ $status != 504 ]] || { echo - && return; }
    [[ $status == 200 ]] || fail "The report $path was refused: $(head -c 1000 "$folder/report")"
  done
  echo $((($(database_ticks) - before) * 1000 / $(getconf CLK_TCK) / report_repeats))
}

report_reports() {
  echo "- CPU time of PostgreSQL for the first page of a report, in ms, the mean of $report_repeats requests one after the other," \
    "with $transactions product transactions in three years, and a payment for each purchase"
  echo
  echo "| Report | three years | a season of eight months | a month | a month of the first year |"
  echo "|---|--:|--:|--:|--:|"
  awk -F '|' '{ printf "| `%s` | %s | %s | %s | %s |\n", $1, $2, $3, $4, $5 }' "$folder/reports"
  echo
}
