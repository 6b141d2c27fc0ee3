"""Verifies deliveries with the documented snippet.

Each input line is one delivery, with its parts in base64; each output line is one result.
"""

import base64
import sys

from verify_webhook import verify_webhook

for line in sys.stdin:
    body, header, secret = (base64.b64decode(part) for part in line.rstrip("\n").split(" "))
    try:
        verify_webhook(body, header.decode(), secret.decode())
        print("verified")
    except ValueError as error:
        print(error)
