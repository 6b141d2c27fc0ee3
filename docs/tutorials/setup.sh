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

DEMO="${PROBITY_DATA_DIR:-.probity}/demo.json"
if [ ! -f "$DEMO" ]; then
  echo "There is no $DEMO. Start Probity first, in this folder and with the same PROBITY_DATA_DIR: npm start" >&2
  return 1
fi
KEY=$(field api_key < "$DEMO")
API=$(field base_url < "$DEMO")/tenants/acme
call() { curl -s -w '\n' -H "Authorization: Bearer $KEY" -H 'Content-Type: application/json' "$@"; }

# The demo's approver approves all proposals that wait. A one-time code works once, so a second call may wait 30 seconds.
# It runs with the approver's session alone, and leaves yours as it is.
approve() (
  export XDG_CONFIG_HOME="$(mktemp -d)"
  probity sign-in --demo approver > /dev/null
  for proposal in $(probity proposals list --tenant acme --status pending --json | field 'items.map(({ id }) => id).reverse().join("\n")'); do
    probity proposals approve --tenant acme "$proposal" --reason "agreed"
  done
  probity sign-out > /dev/null
  rm -r "$XDG_CONFIG_HOME"
)
