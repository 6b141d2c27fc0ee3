// Verifies deliveries with the documented snippet. Each input line is one delivery, with its parts in base64;
// each output line is one result.
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
