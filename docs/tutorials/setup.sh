# Functions and variables of the tutorials, for bash and zsh: `. docs/tutorials/setup.sh` in the folder
# in which `npm start` runs.
probity() { npm run --silent probity -- "$@"; }
field() { node -p "JSON.parse(require('fs').readFileSync(0)).$1"; }
KEY=$(field api_key < .probity/demo.json)
API=$(field base_url < .probity/demo.json)/tenants/acme
call() { curl -s -w '\n' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
