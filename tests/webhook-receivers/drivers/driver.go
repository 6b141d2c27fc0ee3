// Judges deliveries with the documented snippet: one a line, its parts in base64; answers a line each.
package main

import (
	"bufio"
	"encoding/base64"
	"os"
	"strings"

	"receiver/webhooks"
)

func decoded(part string) []byte {
	bytes, err := base64.StdEncoding.DecodeString(part)
	if err != nil {
		panic(err)
	}
	return bytes
}

func main() {
	lines := bufio.NewScanner(os.Stdin)
	for lines.Scan() {
		parts := strings.Split(lines.Text(), " ")
		verdict := "verified"
		if err := webhooks.Verify(decoded(parts[0]), string(decoded(parts[1])), string(decoded(parts[2]))); err != nil {
			verdict = err.Error()
		}
		os.Stdout.WriteString(verdict + "\n")
	}
}
