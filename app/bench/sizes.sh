# The five operations, the lists with each filter, a trace and the changes: with 100,000 transactions, and with many.

few_transactions=100000

# Lines "WHAT MILLISECONDS" in $folder/few and $folder/many.
measure_sizes() {
  add_transactions 1 "$few_transactions"
  measure_size few
  add_transactions "$((few_transactions + 1))" "$transactions"
  measure_size many
}

measure_size() {
  local operation filter
  restart_service
  walk
  say "Measuring with $rows transactions …"
  : >"$folder/$1"
  for operation in "${operations[@]}"; do
    request "$operation"
    warm_up "$warm_up_seconds" service "$1-$operation" ""
    note "$1" "$title (CPU of PostgreSQL)" "$(with_costs service "$1" "" | cut -d ' ' -f 5)"
  done
  note "$1" "First page" "$(time_page 1)"
  note "$1" "Middle page" "$(time_page $((($(wc -l <"$folder/pages") + 1) / 2)))"
  note "$1" "Last page" "$(time_page $(($(wc -l <"$folder/pages") - 1)))"
  for filter in "entity=$FARMER" "entity=00000000-0000-7000-8000-000000000001" "product=$PRODUCT" "date_from=2026-01-02" \
    "date_before=2026-01-02" "updated_after=2026-01-02T00:00:00Z" in_stock=true in_stock=false number=b1 number=b186a0 \
    invoice_number=none "in_stock=true&product=$PRODUCT"; do
    note "$1" "Page with ${filter//$FARMER/FARMER}" "$(time_path "$list?$filter")"
  done
  note "$1" "Trace" "$(time_path "${list}00000000-0000-7000-8003-00000000000a/trace/")"
  note "$1" "Newest changes" "$(time_path "/v1/changes/?limit=100")"
}

# note FILE WHAT MILLISECONDS
note() {
  echo "$2|$3" >>"$folder/$1"
}

report_sizes() {
  echo "- Milliseconds with $few_transactions and with $transactions product transactions: CPU time of PostgreSQL for a request of" \
    "8 at once, or the median time of $page_repeats requests, one after the other"
  echo
  echo "| Request | few | many | ratio |"
  echo "|---|--:|--:|--:|"
  paste -d '|' "$folder/few" "$folder/many" |
    awk -F '|' '{ printf "| %s | %.2f | %.2f | %.2f |\n", $1, $2, $4, $4 / $2 }' | sed "s/$PRODUCT/PRODUCT/"
  echo
}
