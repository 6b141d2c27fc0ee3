#!/bin/sh
# Makes the passwords and keys of docker-compose.yml, once: sh deploy/compose/make-env.sh [file]
# The file (.env beside docker-compose.yml) is for its owner alone and is never overwritten:
# a new master key could not open what the old one has sealed.
set -eu

file=${1:-$(dirname "$0")/../../.env}
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64; }

umask 077
set -C # from here on `>` makes a file and never replaces one
if ! (: >"$file") 2>/dev/null; then
  echo "make-env.sh: $file is there already, or cannot be made; it was left as it is" >&2
  exit 1
fi
cat >>"$file" <<END
POSTGRES_PASSWORD=$(password)
LEDGER_DATABASE_PASSWORD=$(password)
GATEWAY_DATABASE_PASSWORD=$(password)
BACK_OFFICE_DATABASE_PASSWORD=$(password)
RELAY_DATABASE_PASSWORD=$(password)
CUSTOMER_RISK_DATABASE_PASSWORD=$(password)
PIPELINE_DATABASE_PASSWORD=$(password)
WEBHOOK_DISPATCHER_DATABASE_PASSWORD=$(password)
# Seals the ledgers' signing keys and the webhooks' secrets. Without it they are lost: keep a copy somewhere safe.
PROBITY_MASTER_KEY=$(key)
# Opens the back office.
PROBITY_OPERATOR_TOKEN=$(password)
END
echo "Made $file"
