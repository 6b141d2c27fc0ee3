# Functions and variables of the tutorials, for bash and zsh: `. docs/tutorials/setup.sh` in the folder
# in which `npm start` runs.
probity() { npm run --silent probity -- "$@"; }

# Prints a field of the JSON on standard input. Prints the message of an error and fails.
field() {
  node -e '
    const body = JSON.parse(require("fs").readFileSync(0));
    if (body.status === "error") {
      console.error(body.message);
      process.exit(1);
    }
    console.log(new Function("body", "return body." + process.argv[1])(body));
  ' -- "$1"
}

[ -f .probity/demo.json ] || echo 'Start Probity first, in this folder: npm start' >&2
KEY=$(field api_key < .probity/demo.json)
API=$(field base_url < .probity/demo.json)/tenants/acme
call() { curl -s -w '\n' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }
