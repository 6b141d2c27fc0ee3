#!/bin/sh
# Creates the passwords and keys for docker-compose.yml: sh deploy/compose/make-env.sh [file]
# Only its owner can read the file (default: .env beside docker-compose.yml). The script never overwrites a
# file, because a new master key cannot open keys that the old one has sealed.
set -eu

file=${1:-$(dirname "$0")/../../.env}
password() { od -An -N24 -tx1 /dev/urandom | tr -d ' \n'; }
key() { head -c 32 /dev/urandom | base64; }

# The public key of Ed25519 whose private key follows from the master key, as `probity key public-key` prints it.
grant_key() {
  {
    printf '\060\056\002\001\000\060\005\006\003\053\145\160\004\042\004\040'
    {
      printf '\000\000\000\001'
      printf %s "$1" | openssl base64 -d -A
      printf 'probity key of grants v1'
    } | openssl dgst -sha256 -binary
  } | openssl pkey -inform DER -pubout -outform DER | tail -c 32 | base64
}

umask 077
set -C # from here on `>` creates files and never overwrites one
if ! (: >"$file") 2>/dev/null; then
  echo "make-env.sh: $file already exists or cannot be created; nothing was changed" >&2
  exit 1
fi
master_key=$(key)
grant_key=$(grant_key "$master_key")
if [ ${#grant_key} -ne 44 ]; then
  rm "$file"
  echo "make-env.sh: openssl cannot compute a key of Ed25519; install OpenSSL 1.1.1 or newer" >&2
  exit 1
fi
cat >>"$file" <<END
POSTGRES_PASSWORD=$(password)
LEDGER_DATABASE_PASSWORD=$(password)
GATEWAY_DATABASE_PASSWORD=$(password)
BACK_OFFICE_DATABASE_PASSWORD=$(password)
RELAY_DATABASE_PASSWORD=$(password)
NOTARY_DATABASE_PASSWORD=$(password)
CUSTOMER_RISK_DATABASE_PASSWORD=$(password)
PIPELINE_DATABASE_PASSWORD=$(password)
WEBHOOK_DISPATCHER_DATABASE_PASSWORD=$(password)
# Seals the ledgers' signing keys and the webhooks' secrets. Without this key they are lost: keep a copy in a safe place.
PROBITY_MASTER_KEY=$master_key
# The public key with which the gateway checks API keys. It follows from the master key.
PROBITY_GRANT_KEY=$grant_key
# Seals the keys with which the personal data in events are sealed. Without it no customer's events can be read.
PROBITY_PERSONAL_DATA_KEY=$(key)
# The operator's token for the back office.
PROBITY_OPERATOR_TOKEN=$(password)
END
echo "Made $file"
