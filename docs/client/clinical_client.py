"""Client of the Clinical Data Service. One file, standard library only, Python 3.9 or later.

    from clinical_client import ApiError, ClinicalClient, verify_webhook

    clinical = ClinicalClient("https://clinical.example.org", os.environ["API_KEY"])
    patient = clinical.create_patient(
        name={"family": "Example", "given": ["Ada"]}, birth_date="1980-05-04", sex="female"
    )
    for report in clinical.all("list_lab_results", patient_id=patient["id"]):
        print(report["id"], report["status"])

Each operation of the API reference is a method in snake case. Its arguments are path parameters, query and body
together. A lost connection, 429 and 503 are retried; every POST that changes something has an Idempotency-Key, so
that nothing is done twice.
"""

import base64
import hashlib
import hmac
import json
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid

FIRST_PAUSE_SECONDS = 0.5
OLDEST_SECONDS = 300


class ApiError(Exception):
    """A rejected request. The message has no patient data and can be logged."""

    def __init__(self, status, problem):
        #: Stable code; None if the response is not from the service, for example of a proxy.
        self.code = problem.get("code") if problem else None
        self.status = status
        #: All members of the problem document, for example `errors` with each invalid field.
        self.problem = problem
        text = f"{self.code}: {problem['detail']} ({problem['request_id']})" if problem else ""
        super().__init__(f"{status} {text}".strip())


class ClinicalClient:
    """credential: an API key or access token, or a function that returns one. Never in a repository."""

    def __init__(self, base_url, credential, retries=3, timeout=60, sleep=time.sleep):
        self._base_url = base_url.rstrip("/")
        self._credential = credential
        self._retries = retries
        self._timeout = timeout
        self._sleep = sleep

    def __getattr__(self, name):
        if name not in OPERATIONS:
            raise AttributeError(f"The API has no operation {name}.")
        return lambda *, idempotency_key=None, if_match=None, **given: self._call(
            name, given, idempotency_key, if_match
        )

    def __dir__(self):
        return [*super().__dir__(), *OPERATIONS]

    def all(self, name, **given):
        """The items of a list, page by page."""
        cursor = {}
        while True:
            page = getattr(self, name)(**{"limit": 100, **given, **cursor})
            yield from page["data"]
            if not page["has_more"]:
                return
            cursor = {"cursor": page["next_cursor"]}

    def upload_document(self, metadata, name, content, *, idempotency_key=None):
        """Uploads the bytes as they are (create_document takes base64)."""
        method, path, _ = OPERATIONS["create_document"]
        boundary = uuid.uuid4().hex
        # The escapes of browsers: https://html.spec.whatwg.org/#multipart-form-data
        file_name = name.replace("\r", "%0D").replace("\n", "%0A").replace('"', "%22")
        start = (
            f'--{boundary}\r\nContent-Disposition: form-data; name="metadata"\r\n'
            f"Content-Type: application/json\r\n\r\n{json.dumps(metadata)}\r\n"
            f'--{boundary}\r\nContent-Disposition: form-data; name="file"; filename="{file_name}"\r\n'
            "Content-Type: application/octet-stream\r\n\r\n"
        )
        headers = {
            "Accept": "application/json",
            "Content-Type": f"multipart/form-data; boundary={boundary}",
            "Idempotency-Key": idempotency_key or str(uuid.uuid4()),
        }
        body = start.encode() + content + f"\r\n--{boundary}--\r\n".encode()
        return json.loads(self._send(method, path, headers, body)[0])

    def _call(self, name, given, idempotency_key, if_match):
        method, path, takes_key = OPERATIONS[name]
        given = dict(given)
        try:
            path = re.sub(r"\{(\w+)\}", lambda found: urllib.parse.quote(given.pop(found[1]), safe=""), path)
        except KeyError as missing:
            raise TypeError(f"{name}: {missing.args[0]} is required") from None
        headers = {"Accept": "application/json, */*"}
        body = None
        if method in ("GET", "DELETE"):
            query = {key: _text(value) for key, value in given.items() if value is not None}
            path += "?" + urllib.parse.urlencode(query) if query else ""
        else:
            headers["Content-Type"] = "application/json"
            body = json.dumps(given).encode()
        if takes_key:
            headers["Idempotency-Key"] = idempotency_key or str(uuid.uuid4())
        if if_match is not None:
            headers["If-Match"] = f'"{if_match}"'
        content, media_type = self._send(method, path, headers, body)
        if name.startswith("download_"):
            return content
        return json.loads(content) if media_type == "application/json" else None

    def _send(self, method, path, headers, body):
        tried = 0
        while True:
            credential = self._credential() if callable(self._credential) else self._credential
            headers["Authorization"] = f"Bearer {credential}"
            request = urllib.request.Request(self._base_url + path, data=body, headers=headers, method=method)
            pause = FIRST_PAUSE_SECONDS * 2**tried
            try:
                with urllib.request.urlopen(request, timeout=self._timeout) as response:
                    return response.read(), response.headers.get_content_type()
            except urllib.error.HTTPError as error:
                again = error.headers.get("Retry-After")
                if again is None or tried >= self._retries:
                    raise _api_error(error) from None
                pause = float(again) or pause
            except (urllib.error.URLError, ConnectionError, TimeoutError):
                # A deletion whose answer was lost may have been done, and the next attempt would find nothing.
                if tried >= self._retries or method == "DELETE":
                    raise
            self._sleep(pause)
            tried += 1


def _text(value):
    """Lists are comma-separated."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return ",".join(map(str, value)) if isinstance(value, (list, tuple)) else str(value)


def _api_error(error):
    is_problem = error.headers.get_content_type() == "application/problem+json"
    return ApiError(error.code, json.load(error) if is_problem else None)


def verify_webhook(secret, headers, body):
    """Verifies a delivery (Standard Webhooks) and returns its event.

    secret: `whsec_…` from the response that created the webhook or rotated its secret.
    headers: a mapping that ignores case, such as those of http.server, or with lower-case names.
    body: the bytes exactly as received. Raises ValueError if it is not signed, or more than five minutes ago.
    """
    event_id, sent, signatures = (headers.get(f"webhook-{name}") for name in ("id", "timestamp", "signature"))
    if not (event_id and sent and signatures):
        raise ValueError("The delivery is not signed.")
    if not abs(time.time() - float(sent)) <= OLDEST_SECONDS:
        raise ValueError("The delivery is too old.")
    key = base64.b64decode(secret.replace("whsec_", "", 1))
    signed = f"{event_id}.{sent}.".encode() + body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # Two signatures while a secret is rotated.
    if not any(hmac.compare_digest(expected, one) for one in signatures.encode().split(b" ")):
        raise ValueError("The signature is wrong.")
    return json.loads(body)


# Method, path and Idempotency-Key of each operation, from docs/openapi.json: npm run openapi:update.
OPERATIONS = {
    "list_patients": ("GET", "/v1/patients", False),
    "create_patient": ("POST", "/v1/patients", True),
    "search_patients": ("POST", "/v1/patients/search", False),
    "create_patient_batch": ("POST", "/v1/patients/batch", True),
    "get_patient": ("GET", "/v1/patients/{id}", False),
    "update_patient": ("PATCH", "/v1/patients/{id}", False),
    "delete_patient": ("DELETE", "/v1/patients/{id}", False),
    "merge_patients": ("POST", "/v1/patients/{id}/merge", True),
    "unmerge_patients": ("POST", "/v1/patients/{id}/unmerge", True),
    "list_patient_merges": ("GET", "/v1/patients/{id}/merges", False),
    "list_lab_orders": ("GET", "/v1/labs/orders", False),
    "create_lab_order": ("POST", "/v1/labs/orders", True),
    "get_lab_order": ("GET", "/v1/labs/orders/{id}", False),
    "cancel_lab_order": ("POST", "/v1/labs/orders/{id}/cancel", True),
    "list_lab_results": ("GET", "/v1/labs/results", False),
    "get_lab_result": ("GET", "/v1/labs/results/{id}", False),
    "list_catalog": ("GET", "/v1/labs/catalog", False),
    "list_documents": ("GET", "/v1/documents", False),
    "create_document": ("POST", "/v1/documents", True),
    "get_document": ("GET", "/v1/documents/{id}", False),
    "list_webhooks": ("GET", "/v1/webhooks", False),
    "create_webhook": ("POST", "/v1/webhooks", True),
    "delete_webhook": ("DELETE", "/v1/webhooks/{id}", False),
    "get_webhook": ("GET", "/v1/webhooks/{id}", False),
    "update_webhook": ("PATCH", "/v1/webhooks/{id}", False),
    "rotate_webhook_secret": ("POST", "/v1/webhooks/{id}/rotate-secret", True),
    "send_test_event": ("POST", "/v1/webhooks/{id}/test", True),
    "list_deliveries": ("GET", "/v1/webhooks/{id}/deliveries", False),
    "get_delivery": ("GET", "/v1/webhooks/{id}/deliveries/{delivery_id}", False),
    "redeliver": ("POST", "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver", True),
    "redeliver_since": ("POST", "/v1/webhooks/{id}/redeliver", True),
    "list_exports": ("GET", "/v1/exports", False),
    "create_export": ("POST", "/v1/exports", True),
    "get_export": ("GET", "/v1/exports/{id}", False),
    "cancel_export": ("POST", "/v1/exports/{id}/cancel", True),
    "list_events": ("GET", "/v1/events", False),
    "get_me": ("GET", "/v1/me", False),
    "list_audit_events": ("GET", "/v1/audit-events", False),
    "get_sandbox": ("GET", "/v1/sandbox", False),
    "reset_sandbox": ("POST", "/v1/sandbox/reset", True),
    "simulate_lab_result": ("POST", "/v1/sandbox/labs/orders/{id}/simulate", True),
    "download_document": ("GET", "/v1/documents/{id}/content", False),
    "download_export_file": ("GET", "/v1/exports/{id}/files/{name}", False),
}
