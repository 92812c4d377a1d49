#!/bin/sh
# Runs once, when the database is made: the role the applications use. It owns nothing; `gw migrate` grants it
# what it needs, which for the audit log and the ledger is reading only.
set -eu
psql -v ON_ERROR_STOP=1 -v password="$GW_APP_PASSWORD" --username "$POSTGRES_USER" --dbname "$POSTGRES_DB" <<'SQL'
CREATE ROLE gw_app LOGIN PASSWORD :'password';
SQL
