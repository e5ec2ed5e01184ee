# The commands that read and write whole files, on what the lists were measured on, with little memory.

import_farmers=100000
files_memory=64m

measure_files() {
  stop_all
  say "Measuring import, verify, backup and restore …"
  awk -v buyer="$COMPANY" -v farmers="$import_farmers" 'BEGIN {
    print "buyer,number,first_name,last_name,phone,email,country,date_of_birth,consent_status"
    for (i = 1; i <= farmers; i++) {
      printf "%s,I-%d,Grace,Apio %d,+256 772 %06d,g%d@example.org,Uganda,1980-02-29,GRANTED\n", buyer, i, i, i, i
    }
  }' >"$folder/farmers.csv"
  : >"$folder/file-times"
  time_command import "$folder/farmers.csv" --kind farmers --data "$folder/demo"
  time_command verify --data "$folder/demo"
  time_command backup "$folder/backup.zip" --data "$folder/demo"
  time_command restore "$folder/backup.zip" --data "$folder/restored"
}

# time_command NAME ARGUMENT…: its seconds, the start of Java and of PostgreSQL included, a line in $folder/file-times.
time_command() {
  local from=${EPOCHREALTIME/./}
  java -Xmx$files_memory -jar "$jar" "$@" >"$folder/$1.out" 2>&1 || fail "$1: $(tail -n 3 "$folder/$1.out")"
  echo "$1 $(((${EPOCHREALTIME/./} - from) / 1000))" >>"$folder/file-times"
}

report_files() {
  local what
  echo "- Commands with java -Xmx$files_memory, the start of PostgreSQL included, on these lists:"
  while read -r name millis; do
    case $name in
      import) what=" of $import_farmers farmers of 9 columns" ;;
      backup) what=", a file of $(($(stat -c %s "$folder/backup.zip") / 1000000)) MB" ;;
      *) what= ;;
    esac
    awk -v name="$name" -v what="$what" -v millis="$millis" 'BEGIN {printf "- %s%s: %.1f s\n", name, what, millis / 1000}'
  done <"$folder/file-times"
  echo "- $(tail -n 1 "$folder/backup.out")"
}
