"""Rules for Schemathesis: what its requests name, and which responses are failures besides its own checks.

ESTATE is a JSON object with ids that exist, by the names of path parameters and body fields.
"""

import json
import os
import re

import schemathesis
from schemathesis.core.failures import Failure

ESTATE = json.loads(os.environ["ESTATE"])
# Probity must not send webhooks to addresses that Schemathesis invents. This port of the machine is closed.
RECEIVER = "http://127.0.0.1:9/webhooks"


def code_of(response):
    try:
        return response.json().get("code")
    except Exception:
        return None


def documented_codes(case, status):
    responses = case.operation.definition.raw["responses"]
    content = responses.get(str(status), {}).get("content", {})
    return set(content.get("application/json", {}).get("examples", {}))


def with_estate(body):
    """Replaces ids in a body that fits the document by ids that exist."""
    if isinstance(body, list):
        return [with_estate(item) for item in body]
    if not isinstance(body, dict):
        return body
    changed = {name: with_estate(value) for name, value in body.items()}
    for name, value in ESTATE["fields"].items():
        if isinstance(changed.get(name), type(value)):
            changed[name] = value
    if isinstance(changed.get("url"), str):
        changed["url"] = RECEIVER
    return changed


@schemathesis.hook
def before_call(context, case, kwargs):
    if case.meta is None or case.meta.phase.name.value == "stateful" or not case.meta.generation.mode.is_positive:
        return
    # With low limits of its own, the tenant would get nothing but 429.
    if case.operation.path.endswith("/limits"):
        return
    # One of four requests keeps its own ids, so that 404 is tested, too.
    if int(case.id.encode().hex()[-1], 16) % 4 == 0:
        return
    for name, value in ESTATE["parameters"].items():
        if name in (case.path_parameters or {}):
            case.path_parameters[name] = value
    case.body = with_estate(case.body)


def named_reasons(case, status):
    """The codes that the description of a status gives a reason for."""
    description = case.operation.definition.raw["responses"].get(str(status), {}).get("description", "")
    return set(re.findall(r"`(\w+)`: ", description))


def has_uuids(case):
    ids = [value for name, value in (case.path_parameters or {}).items() if name.endswith("Id")]
    return all(re.fullmatch(r"[0-9A-Fa-f]{8}(-[0-9A-Fa-f]{4}){3}-[0-9A-Fa-f]{12}", str(value)) for value in ids)


# A request that is repeated with the same Idempotency-Key may be rejected, whatever it says.
OF_KEYS = {"idempotency_key_in_progress", "idempotency_key_reused"}
LINES = "application/x-ndjson"
# These two would hide a defect. Other codes of 503 say what is busy, such as a backtest of the tenant.
OF_OUTAGES = {"unavailable", "outcome_unknown"}


@schemathesis.hook
def filter_failure(context, failure, case, response):
    """A request that fits the document may be rejected for a reason that its operation names."""
    kind = type(failure).__name__
    code = code_of(response)
    status = response.status_code
    if kind == "ServerError" and status == 503:
        return code not in named_reasons(case, 503) - OF_OUTAGES
    # It reports how far it is, and takes as long as there are events.
    if kind == "ResponseTimeExceeded" and response.headers.get("content-type") == [LINES]:
        return False
    # DELETE disables a rule, which stays readable.
    if kind == "UseAfterFree" and "/monitoring-rules/" in str(response.request.url):
        return False
    if kind != "RejectedPositiveData":
        return True
    if code == "bad_uuid" and not has_uuids(case):
        return False  # sequences of requests put whole lists into paths
    if code == "not_json" and "forbidden key" in response.text:
        return False  # keys such as __proto__ are forbidden in every body, in objects of any form, too
    return code not in named_reasons(case, status) | OF_KEYS


@schemathesis.check
def documented_code(ctx, response, case):
    """The code of a rejection is in the document of its operation."""
    status = response.status_code
    is_described = str(status) in case.operation.definition.raw["responses"]
    if not 400 <= status < 500 or not is_described or case.method.upper() != case.operation.method.upper():
        return
    code = code_of(response)
    if code not in documented_codes(case, status):
        raise Failure(
            operation=case.operation.label,
            title=f"Undocumented code {code}",
            message=f"{status} {code}: {response.text[:300]}",
        )
