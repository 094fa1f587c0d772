#!/bin/sh
# PgBouncer 1.18.0 in session mode, and PostgreSQL 15, from Debian 12.
#
# `ALTER ROLE … SET` counts for every session that begins afterwards. In session mode each client of PgBouncer has a server
# connection to itself, and the default `server_reset_query = DISCARD ALL` clears it between two clients, so that a client
# should find what a new session has. But a server connection keeps the role's settings of the time when it was opened, and
# `DISCARD ALL` goes back to those. Clients that connect later get the old settings, for up to an hour (`server_lifetime`), or
# the new ones, by the server connection that is free.
#
# Seen:
#   before the change, through PgBouncer: public
#   a new client of PostgreSQL: money
#   a new client of PgBouncer: public
#   a new client of PgBouncer, after RECONNECT: money
#
# Remedy: after `ALTER ROLE … SET` or `ALTER DATABASE … SET`, `RECONNECT` on PgBouncer's console.
set -eu
folder=$(mktemp -d)
bin=/usr/lib/postgresql/15/bin
finish() {
  [ ! -f "$folder/pgbouncer.pid" ] || kill -INT "$(cat "$folder/pgbouncer.pid")" || true
  runuser -u postgres -- "$bin/pg_ctl" -D "$folder/data" -m immediate -w stop > /dev/null 2>&1 || true
  rm -rf "$folder"
}
trap finish EXIT
cd "$folder"
version=$(dpkg-query -W -f '${Version}' pgbouncer 2> /dev/null || true)
[ "$version" = 1.18.0-1+deb12u1 ] || apt-get install -y --no-install-recommends pgbouncer=1.18.0-1+deb12u1 > /dev/null
[ -x "$bin/initdb" ] || apt-get install -y --no-install-recommends postgresql-15 > /dev/null
chown postgres "$folder"

free_port() { python3 -c 'import socket; s = socket.socket(); s.bind(("127.0.0.1", 0)); print(s.getsockname()[1])'; }
server_port=$(free_port)
pooler_port=$(free_port)
runuser -u postgres -- "$bin/initdb" -D "$folder/data" -A trust -U postgres > /dev/null
runuser -u postgres -- "$bin/pg_ctl" -D "$folder/data" -l "$folder/log" -w start \
  -o "-p $server_port -k '$folder' -c listen_addresses=127.0.0.1" > /dev/null
cat > pgbouncer.ini <<INI
[databases]
postgres = host=127.0.0.1 port=$server_port
[pgbouncer]
listen_addr = 127.0.0.1
listen_port = $pooler_port
unix_socket_dir =
auth_type = trust
auth_file = $folder/users
admin_users = postgres
pool_mode = session
logfile = $folder/pgbouncer.log
pidfile = $folder/pgbouncer.pid
INI
echo '"postgres" ""' > users
chown postgres pgbouncer.ini users
runuser -u postgres -- pgbouncer -q -d pgbouncer.ini

ask() { psql -X -A -t -q -h 127.0.0.1 -U postgres -p "$@"; }
ask "$server_port" postgres -c "ALTER ROLE postgres SET search_path = 'public'"
{
  echo "before the change, through PgBouncer: $(ask "$pooler_port" postgres -c 'SHOW search_path')"
  ask "$server_port" postgres -c "ALTER ROLE postgres SET search_path = 'money'"
  echo "a new client of PostgreSQL: $(ask "$server_port" postgres -c 'SHOW search_path')"
  echo "a new client of PgBouncer: $(ask "$pooler_port" postgres -c 'SHOW search_path')"
  ask "$pooler_port" pgbouncer -c RECONNECT
  echo "a new client of PgBouncer, after RECONNECT: $(ask "$pooler_port" postgres -c 'SHOW search_path')"
} > seen
cat seen
cat > wanted <<'TEXT'
before the change, through PgBouncer: public
a new client of PostgreSQL: money
a new client of PgBouncer: public
a new client of PgBouncer, after RECONNECT: money
TEXT
cmp seen wanted || { echo 'it behaves otherwise now' >&2; exit 1; }
