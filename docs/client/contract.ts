/** Types of /v1, made by openapi-typescript from docs/openapi.json: npm run openapi:update. */

export interface paths {
    "/v1/patients": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List patients
         * @description Newest first by default; best match first with `q`. To follow changes, sort by `updated_at` and continue from the last one you have, or read the events.
         *
         *     Scope: `patients:read`.
         */
        get: operations["listPatients"];
        put?: never;
        /**
         * Create a patient
         * @description Without `mrn` the service assigns one. A duplicate MRN, external ID or identifying number in the organization is rejected; patients with the same name and birth date are not.
         *
         *     Scope: `patients:write`.
         */
        post: operations["createPatient"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/search": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Search patients
         * @description `GET /v1/patients` with its filters in the body, so that names and birth dates do not appear in URLs, which proxies and servers log. The response is the same, without the `Link` header: send `next_cursor` as `cursor` in the body. The request changes nothing and needs no Idempotency-Key.
         *
         *     Scope: `patients:read`.
         */
        post: operations["searchPatients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/batch": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Create up to 100 patients
         * @description Each item is a body of `POST /v1/patients`. A rejected item does not affect the others: `data` has one outcome per item, with the created patient or the error that the item alone would have returned. Items are processed in order, so the second of two items with the same MRN fails. All outcomes are stored together: with the same Idempotency-Key the response is the same, and after an error or a lost connection, the batch was stored either completely or not at all. The body can have at most 1 MB. In addition to the general rate limit, each credential can send 60 batches in 60 seconds.
         *
         *     Scope: `patients:write`.
         */
        post: operations["createPatientBatch"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a patient
         * @description One patient of the organization. Returns 404 for a deleted patient.
         *
         *     Scope: `patients:read`.
         */
        get: operations["getPatient"];
        put?: never;
        post?: never;
        /**
         * Delete a patient
         * @description Hides the patient. Fails while a lab order is open. An administrator can restore the patient.
         *
         *     Scope: `patients:write`.
         */
        delete: operations["deletePatient"];
        options?: never;
        head?: never;
        /**
         * Update a patient
         * @description JSON Merge Patch (RFC 7396): absent = unchanged, null = removed. The response is the whole record, even without `patients:read`; without that scope an empty patch is invalid.
         *
         *     Scope: `patients:write`.
         */
        patch: operations["updatePatient"];
        trace?: never;
    };
    "/v1/patients/{id}/merge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Merge another record into a patient
         * @description Moves the results, orders and documents of the other record to this patient. From then on, its ID, MRN and identifiers lead to this patient. The response is the patient. A merged record cannot be merged again: 409 `invalid_state` names the surviving record.
         *
         *     Scope: `patients:write`.
         */
        post: operations["mergePatients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/{id}/unmerge": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Undo a merge
         * @description Everything that was addressed to the merged record, before or after the merge, returns to it. Items that cannot be assigned stay with this patient and are listed in `undecided`.
         *
         *     Scope: `patients:write`.
         */
        post: operations["unmergePatients"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/patients/{id}/merges": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List the merges of a patient
         * @description Newest first, including merges that were undone.
         *
         *     Scope: `patients:read`.
         */
        get: operations["listPatientMerges"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/orders": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lab orders
         * @description Newest first by default.
         *
         *     Scope: `labs:read`.
         */
        get: operations["listLabOrders"];
        put?: never;
        /**
         * Create a lab order
         * @description Each item names one test: by `test_id`, by the laboratory’s own `code` (with `lab_id`), or by a LOINC that only one orderable test has. All tests of an order belong to one laboratory. If the laboratory receives orders electronically, the order is stored together with its message and sent at once; `transmission` and the events `lab_order.sent`, `lab_order.accepted`, `lab_order.rejected` and `lab_order.failed` report its progress. Otherwise a user hands the order to the laboratory and records this, which sends `lab_order.sent`. Orders can be canceled, but not changed or deleted.
         *
         *     Scope: `labs:write`.
         */
        post: operations["createLabOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/orders/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a lab order
         * @description An order with its items, status history and result IDs.
         *
         *     Scope: `labs:read`.
         */
        get: operations["getLabOrder"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/orders/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel a lab order
         * @description Cancels an order without results. If the laboratory may have received it electronically, it is asked to cancel: `transmission.status` is `cancel_requested`, and the events `lab_order.cancelled` and `lab_order.cancel_refused` show its answer. An order that the laboratory rejected is closed without a message. Results that arrive anyway are filed.
         *
         *     Scope: `labs:write`.
         */
        post: operations["cancelLabOrder"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/results": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List lab results
         * @description Reports with their lines, including reports without an order. Each report has the same fields as in `GET /v1/labs/results/{id}`. Newest first by default. The reports of a page have at most 5,000 lines in total, so a page can have fewer reports than its `limit`: continue while `has_more` is true. A longer report is alone on its page. A report that was moved to another patient is listed only there.
         *
         *     Scope: `labs:read`.
         */
        get: operations["listLabResults"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/results/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a lab result
         * @description One report with its panels and lines, and values exactly as received (`value_text`). The list, orders (`result_ids`) and events contain the IDs.
         *
         *     Scope: `labs:read`.
         */
        get: operations["getLabResult"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/labs/catalog": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List available tests
         * @description The ranges are examples from one source and not for clinical use. This material contains content from LOINC (https://loinc.org), copyright Regenstrief Institute, Inc. and the LOINC Committee, available at no cost under https://loinc.org/license.
         *
         *     Scope: `labs:read` or `labs:write`.
         */
        get: operations["listCatalog"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List documents
         * @description Newest first by default. Metadata only; downloadDocument returns the bytes.
         *
         *     Scope: `documents:read`.
         */
        get: operations["listDocuments"];
        put?: never;
        /**
         * Upload a document
         * @description The request has one of three forms:
         *     - JSON with base64: the bytes in `content`, at most 10 MB decoded
         *     - `multipart/form-data`: part `metadata` (JSON), then part `file`, at most 50 MB by default
         *     - Upload URL: JSON with `upload`, then a PUT of the bytes, at most 50 MB by default
         *
         *     A request with `upload` announces a file. The response is a document with status `pending_upload` and a URL. Send the raw bytes with `PUT` to `upload.url` within 15 minutes, with the headers in `upload.headers` and without a credential.
         *
         *     The PUT returns 204, and the document is `available` (or `processing` during the malware scan). If the PUT is rejected (413 `payload_too_large`, 415 `unsupported_file_type`, 422 `validation_failed` or `checksum_mismatch`) or interrupted, the URL remains valid. After a successful PUT it returns 404, like an expired or unknown URL.
         *
         *     A repeated `Idempotency-Key` returns the same URL until it expires or is used, and `url: null` afterwards.
         *
         *     Scope: `documents:write`.
         */
        post: operations["createDocument"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a document
         * @description Metadata of one file. `content_url` expires after 5 minutes and needs no credential; clients with a credential use downloadDocument.
         *
         *     Scope: `documents:read`.
         */
        get: operations["getDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List webhooks
         * @description All webhooks of the organization, without their secrets.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listWebhooks"];
        put?: never;
        /**
         * Create a webhook
         * @description Only this response contains the signing secret.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["createWebhook"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a webhook
         * @description Without its secret.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["getWebhook"];
        put?: never;
        post?: never;
        /**
         * Delete a webhook
         * @description Cancels all its deliveries, including pending retries.
         *
         *     Scope: `webhooks:manage`.
         */
        delete: operations["deleteWebhook"];
        options?: never;
        head?: never;
        /**
         * Update a webhook
         * @description Absent fields keep their value. Send `version` as `If-Match` (`"3"`) to change only that version. Pending deliveries go to the new URL, and the signing secret stays the same. New `events` are limited to objects that this credential can read.
         *
         *     Scope: `webhooks:manage`.
         */
        patch: operations["updateWebhook"];
        trace?: never;
    };
    "/v1/webhooks/{id}/rotate-secret": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Rotate the signing secret of a webhook
         * @description Only this response contains the new secret. Until the overlap ends, each delivery is signed with both the new and the previous secret. Any older secret stops working at once.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["rotateWebhookSecret"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Send a test event to a webhook
         * @description Sends one event to this webhook only, with a single attempt. The response is the delivery; it is attempted within seconds.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["sendTestEvent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List deliveries of a webhook
         * @description Newest first, each with its attempts. Kept for at least 30 days.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["listDeliveries"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve a delivery of a webhook
         * @description A delivery with its attempts and the request body.
         *
         *     Scope: `webhooks:manage`.
         */
        get: operations["getDelivery"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/deliveries/{delivery_id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver an event
         * @description Creates a delivery of the same event, with the same `webhook-id`.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["redeliver"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/webhooks/{id}/redeliver": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Redeliver events since a time
         * @description Redelivers the events that the webhook missed, oldest first, at most 50 per second and 100,000 per request. Deliveries that await a retry are retried now. Pending deliveries are not repeated.
         *
         *     Scope: `webhooks:manage`.
         */
        post: operations["redeliverSince"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List exports
         * @description Newest first. Exports that have ended are listed for 30 days. All credentials of the organization see the same exports.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read`.
         */
        get: operations["listExports"];
        put?: never;
        /**
         * Request an export
         * @description Writes all records of the organization to files, in the background. Each resource requires its read scope. When an application acts for a user, that user must be an administrator. At most 3 exports can be in progress, and 20 available, at the same time.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read`.
         */
        post: operations["createExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve an export
         * @description Its status and, once it is completed, its files. Poll every ten seconds, or wait for the event `export.completed` or `export.failed`.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read`.
         */
        get: operations["getExport"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/cancel": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Cancel an export
         * @description Stops an export in progress, and removes the files of a completed one. Requires the read scopes of all its resources. An export that failed or expired is not canceled: 409 `invalid_state`.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read`.
         */
        post: operations["cancelExport"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List events
         * @description The events that webhooks receive, kept for at least 30 days. Lists events about objects that the credential can read (`patients:read` patient, `labs:read` lab_order, lab_result and catalog, `documents:read` document, `webhooks:manage` webhook); requesting another type is an error. With `sort=position` a client catches up and then polls: oldest first, no event is skipped or repeated, and every page has a `next_cursor`. At the end `has_more` is false. Repeat the request with the same cursor; an empty page returns it again. A cursor remains valid after the events before it have been deleted. An event appears once all transactions that started earlier have ended, usually within milliseconds. If changes of one object overlapped, its events can be listed in another order than their `sequence`, which is the authoritative order.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read` or `webhooks:manage`.
         */
        get: operations["listEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/me": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the credential of the request
         * @description The API key or access token of the request: its organization, scopes, limits and expiry.
         *
         *     Requires no scope.
         */
        get: operations["getMe"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/audit-events": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * List audit events
         * @description Every read, change and denied request of the organization, in the portal, through `/v1` and by the service itself. Entries have IDs, field names and counts, but no names or values. When an application acts for a user, that user must be an administrator. With `sort=position` a collector follows the log: oldest first, no entry is skipped or repeated, and every page has a `next_cursor`. At the end `has_more` is false. Repeat the request with the same cursor; an empty page returns it again. An entry appears once all transactions that started earlier have ended, usually within milliseconds. Entries are in the order of their transactions, so `occurred_at` can differ slightly from it. Each request to this operation is itself an entry.
         *
         *     Scope: `audit:read`.
         */
        get: operations["listAuditEvents"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Retrieve the sandbox
         * @description Whether the sandbox is being reset. With a key of a live organization: 403 `forbidden`.
         *
         *     Scope: `patients:read` or `patients:write`.
         */
        get: operations["getSandbox"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/reset": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Reset the sandbox
         * @description Replaces all patients, with their orders, results and documents, with the example data. Takes a few seconds; `GET /v1/sandbox` shows when it is done. The catalog, webhooks, keys and connections are kept. With a key of a live organization: 403 `forbidden`.
         *
         *     Scope: `patients:write`.
         */
        post: operations["resetSandbox"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/sandbox/labs/orders/{id}/simulate": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Simulate a lab result
         * @description A simulated laboratory reports or rejects the order. Its message is processed like any other laboratory message: the result and its events arrive within a second. With a key of a live organization: 403 `forbidden`.
         *
         *     Scope: `labs:write`.
         */
        post: operations["simulateLabResult"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/documents/{id}/content": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a document
         * @description The media type is detected from the bytes, whatever the sender declared. Browsers display only PDF, PNG, JPEG, GIF, WEBP and plain text; all other files are attachments. The strong entity tag is the SHA-256 of the bytes.
         *
         *     Scope: `documents:read`.
         */
        get: operations["downloadDocument"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "/v1/exports/{id}/files/{name}": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        /**
         * Download a file of an export
         * @description Newline-delimited JSON, compressed with gzip: each line is what the list of the resource returns, without signed URLs. Requires the read scope of the resource in the file. The strong entity tag is the SHA-256 of the compressed bytes: continue an interrupted download with `Range` and `If-Range`. Each download is in the audit log.
         *
         *     Scope: `patients:read` or `labs:read` or `documents:read`.
         */
        get: operations["downloadExportFile"];
        put?: never;
        post?: never;
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface webhooks {
    "patient.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A patient was created
         * @description Fetch the patient if your application keeps its own copy.
         *
         *     Sent to webhooks with `patient.created`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "patient.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A patient was changed
         * @description Fetch the object and replace your copy. `previous.status` is present when the patient became active or inactive.
         *
         *     Sent to webhooks with `patient.updated`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "patient.deleted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A patient was deleted
         * @description Stop using your copy. `href` now returns 404, as do the results, orders and documents of this patient. The event carries the status before the deletion. An administrator can restore the patient.
         *
         *     Sent to webhooks with `patient.deleted`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientDeleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "patient.restored": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A deleted patient was restored
         * @description Fetch the patient with results, orders and documents again. `href` is valid again.
         *
         *     Sent to webhooks with `patient.restored`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientRestored"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "patient.merged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A record was merged into another patient
         * @description Replace this patient in your copy by the survivor, the patient in `survivor_id`. Results, orders and documents now belong to the survivor; none of them has a separate event. `href` returns the survivor.
         *
         *     Sent to webhooks with `patient.merged`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientMerged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "patient.unmerged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A merge was undone
         * @description Fetch both patients with their orders and documents again, and the results that you keep. `survivor_id` is the patient into which the record had been merged. `href` returns the record itself again.
         *
         *     Sent to webhooks with `patient.unmerged`, `patient.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onPatientUnmerged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A lab order was created
         * @description Fetch the order if your application tracks orders that others create.
         *
         *     Sent to webhooks with `lab_order.created`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The status or items of an order changed
         * @description Fetch the order; `status_history` lists each status with its time and actor. Events for single steps, such as `lab_order.completed`, are sent in addition. Subscribe to one of the two.
         *
         *     Sent to webhooks with `lab_order.updated`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.sent": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The order was delivered to the laboratory, or a user recorded that it was given to the laboratory
         * @description Fetch the order; `status_history` lists each status with its time and actor. `transmission` shows whether the laboratory has accepted it.
         *
         *     Sent to webhooks with `lab_order.sent`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderSent"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.accepted": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The laboratory accepted an electronic order
         * @description Fetch the order; `status_history` lists each status with its time and actor. `transmission.filler_order_number` is the number of the laboratory, if it gave one.
         *
         *     Sent to webhooks with `lab_order.accepted`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderAccepted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All items of an order are resulted, canceled or not performed
         * @description Fetch the order; `result_ids` lists its reports. A later correction changes the report, and the order stays completed.
         *
         *     Sent to webhooks with `lab_order.completed`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The clinic or the laboratory canceled an order
         * @description Fetch the order; `status_history` lists each status with its time and actor. A result that arrives anyway is kept and advances the order.
         *
         *     Sent to webhooks with `lab_order.cancelled`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.cancel_refused": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The laboratory did not cancel an order that it was asked to cancel
         * @description Fetch the order; `status_history` lists each status with its time and actor. The order stays open; `transmission.reason` has the words of the laboratory.
         *
         *     Sent to webhooks with `lab_order.cancel_refused`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderCancelRefused"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.rejected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The laboratory rejected an order
         * @description Fetch the order; `status_history` lists each status with its time and actor. `transmission.reason` or the last entry has the reason. Users can correct what is wrong and send the order again.
         *
         *     Sent to webhooks with `lab_order.rejected`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderRejected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An order, or its cancellation, could not be delivered to the laboratory
         * @description Fetch the order; `status_history` lists each status with its time and actor. Inform a person: `transmission.reason` tells why. A user can send it again, or print the requisition. If `transmission.message` is `cancellation`, the laboratory still has the order: call it.
         *
         *     Sent to webhooks with `lab_order.failed`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_order.overdue": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Results of an open order are missing after the expected time
         * @description Ask the laboratory. The order stays open, and `overdue` is true until it is closed. The event is sent once per order.
         *
         *     Sent to webhooks with `lab_order.overdue`, `lab_order.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabOrderOverdue"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The first values of a report arrived, preliminary ones included
         * @description Fetch the report by `href`. Values are exactly as the laboratory sent them: show `value_text` together with the status. It may not be final: see `status`, and `pending_tests` for missing tests.
         *
         *     Sent to webhooks with `lab_result.created`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Values arrived or changed before the report was final, or a signature was undone
         * @description Fetch the report by `href`. Values are exactly as the laboratory sent them: show `value_text` together with the status. `changed_fields` contains `review` when only the signature changed.
         *
         *     Sent to webhooks with `lab_result.updated`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.finalized": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * All panels of a report are final
         * @description Fetch the report by `href`. Values are exactly as the laboratory sent them: show `value_text` together with the status.
         *
         *     Sent to webhooks with `lab_result.finalized`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultFinalized"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.corrected": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A report was changed after it was final
         * @description Replace your copy and show that it was corrected. `corrections` lists each value before and after, and `?version=` returns earlier versions.
         *
         *     Sent to webhooks with `lab_result.corrected`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultCorrected"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.cancelled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The laboratory withdrew a report
         * @description Stop using its values, but keep a record that they existed.
         *
         *     Sent to webhooks with `lab_result.cancelled`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultCancelled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.critical": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A value of a report is critical, or became critical after a correction
         * @description Notify a clinician immediately. This event is sent in addition to the event of the report, once for each change that makes a value critical. It carries `severity` and no value.
         *
         *     Sent to webhooks with `lab_result.critical`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultCritical"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.critical_unacknowledged": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A critical result was not signed in time
         * @description Notify another clinician. The organization sets the time limit.
         *
         *     Sent to webhooks with `lab_result.critical_unacknowledged`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultCriticalUnacknowledged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.reviewed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A clinician signed a report
         * @description Fetch the report: `review` lists who signed which version, and when.
         *
         *     Sent to webhooks with `lab_result.reviewed`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultReviewed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.reviewer_changed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An unsigned report was assigned to another user, or returned to the group
         * @description If you page clinicians and `severity` is `critical`, page the user in `reviewer_id`, or the group if it is null. The report itself has not changed.
         *
         *     Sent to webhooks with `lab_result.reviewer_changed`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultReviewerChanged"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.reassigned": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A report was moved to another patient
         * @description Delete your copy of this report. It was filed for the wrong patient, the one in `patient_id`. The correct patient has a new report, reported by `lab_result.created`.
         *
         *     Sent to webhooks with `lab_result.reassigned`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultReassigned"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "lab_result.unmatched": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A received report matches no patient and needs a decision by a user
         * @description If `severity` is `critical`, notify a user who files unmatched reports. Nothing can be fetched, and no patient is identified. When a user has matched the report, `lab_result.created` or an event of the existing report follows.
         *
         *     Sent to webhooks with `lab_result.unmatched`, `lab_result.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onLabResultUnmatched"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.created": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document was filed
         * @description Fetch the metadata if you need it now. The bytes are available after `document.available`, which follows immediately or after a malware scan.
         *
         *     Sent to webhooks with `document.created`, `document.*` or `*`, if their creator has `documents:read`.
         */
        post: operations["onDocumentCreated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.available": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The bytes of a document can be read
         * @description Fetch the document, and its bytes at `/v1/documents/{id}/content`.
         *
         *     Sent to webhooks with `document.available`, `document.*` or `*`, if their creator has `documents:read`.
         */
        post: operations["onDocumentAvailable"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * The metadata of a document was changed
         * @description Fetch the object and replace your copy.
         *
         *     Sent to webhooks with `document.updated`, `document.*` or `*`, if their creator has `documents:read`.
         */
        post: operations["onDocumentUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.quarantined": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Malware was found in a document, so it cannot be read
         * @description Nothing can be downloaded. Ask the sender for another copy.
         *
         *     Sent to webhooks with `document.quarantined`, `document.*` or `*`, if their creator has `documents:read`.
         */
        post: operations["onDocumentQuarantined"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "document.removed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A document was entered in error and removed
         * @description Delete your copy. A document that was filed for the wrong patient is filed again as a new document. If a user undoes the removal within a minute, `document.available` of the same document follows.
         *
         *     Sent to webhooks with `document.removed`, `document.*` or `*`, if their creator has `documents:read`.
         */
        post: operations["onDocumentRemoved"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "catalog.updated": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Tests in the catalog of the organization were added or changed
         * @description Read `/v1/labs/catalog` again with its entity tag. An import sends one event, however many tests it changes, and none if it changes nothing.
         *
         *     Sent to webhooks with `catalog.updated`, `catalog.*` or `*`, if their creator has `labs:read`.
         */
        post: operations["onCatalogUpdated"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.completed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An export was completed
         * @description Fetch the export by `href`, and download its files before `expires_at`.
         *
         *     Sent to webhooks with `export.completed`, `export.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onExportCompleted"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "export.failed": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * An export failed
         * @description Fetch the export by `href`; `failure_reason` says why. Request a new one.
         *
         *     Sent to webhooks with `export.failed`, `export.*` or `*`, if their creator has `patients:read`.
         */
        post: operations["onExportFailed"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.test": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * A test event was sent
         * @description Respond with 2xx. The event is sent once, to this webhook only. A test can also have the type of any other event: it then carries `"test": true`, and its object does not exist.
         *
         *     Sent to webhooks with `webhook.test`, `webhook.*` or `*`, if their creator has `webhooks:manage`.
         */
        post: operations["onWebhookTest"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
    "webhook.disabled": {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        get?: never;
        put?: never;
        /**
         * Another webhook of the organization was disabled
         * @description Notify an administrator. The undelivered events are listed in the portal.
         *
         *     Sent to webhooks with `webhook.disabled`, `webhook.*` or `*`, if their creator has `webhooks:manage`.
         */
        post: operations["onWebhookDisabled"];
        delete?: never;
        options?: never;
        head?: never;
        patch?: never;
        trace?: never;
    };
}
export interface components {
    schemas: {
        AddedTest: {
            /** @description Code of the test, as sent by the laboratory */
            code: string;
            /** @description LOINC number of the test; null if unknown */
            loinc: string | null;
            /** @description Name of the test, as sent by the laboratory */
            name: string;
            /**
             * @description `in_progress`: the laboratory has started, or sent preliminary results. `resulted`: final results are available. `cancelled`: canceled before it was performed. `not_performed`: canceled in the report of the laboratory.
             * @enum {string}
             */
            status: "ordered" | "in_progress" | "resulted" | "cancelled" | "not_performed";
            /** @description The laboratory marked it as added on its own. False: added for another reason, or an ordered test under a code that is not in the order. */
            is_reflex: boolean;
            /** @description Report with this test */
            result_id: string;
        };
        Address: {
            /** @description Street, house number and apartment, in the order of the envelope */
            lines: string[];
            /** @description City or town */
            city: string | null;
            /** @description State, province or region */
            state: string | null;
            /** @description ZIP or postal code */
            postal_code: string | null;
            /** @description Two-letter country code (ISO 3166-1 alpha-2), such as `US` */
            country: string | null;
            /**
             * @description Purpose of the address
             * @enum {string|null}
             */
            use: "home" | "work" | "temporary" | null;
        };
        AddressInput: {
            /**
             * @description Street, house number and apartment, in the order of the envelope
             * @default []
             */
            lines?: string[];
            /**
             * @description City or town
             * @default null
             */
            city?: string | null;
            /**
             * @description State, province or region
             * @default null
             */
            state?: string | null;
            /**
             * @description ZIP or postal code
             * @default null
             */
            postal_code?: string | null;
            /**
             * @description Two-letter country code (ISO 3166-1 alpha-2), such as `US`
             * @default null
             */
            country?: string | null;
            /**
             * @description Purpose of the address
             * @default null
             * @enum {string|null}
             */
            use?: "home" | "work" | "temporary" | null;
        };
        AlternateCode: {
            /** @description Code system as sent, such as `LN` for LOINC or `L` for a local code (HL7 table 0396) */
            system: string | null;
            /** @description Code in `system`; null if only a name was sent */
            code: string | null;
            /** @description Name of the code, as sent */
            display: string | null;
        };
        AnnouncedUpload: {
            /** @description Size in bytes */
            size: number;
            /** @description SHA-256 of the bytes to be uploaded, in lower-case hexadecimal */
            sha256: string;
            /** @description Media type, such as `application/pdf` */
            content_type: string;
            /** @description Name of the file, with its extension */
            file_name: string;
        };
        AuditEvent: {
            /** @description Unique ID: `aud_` and 26 characters */
            id: string;
            /** @constant */
            object: "audit_event";
            /**
             * Format: date-time
             * @description Time of the operation
             * @example 2026-11-05T14:07:00.000Z
             */
            occurred_at: string;
            /** @description Who performed the operation */
            actor: {
                /** @description Kind of actor. Open list: values may be added. */
                type: string;
                /** @description `usr_…`, `key_…`, `app_…` or `lab_…`; null for the service itself */
                id: string | null;
            };
            /** @description The application that acted for the user */
            app_id: string | null;
            /** @description `v1`: this interface; `portal`: a page; `oauth`: sign-in of an application; `intake`: received messages; `admin`: the command line of the operator; `system`: background work. Open list: values may be added. */
            transport: string;
            /** @description Name of the operation, such as `get_patient` */
            action: string;
            /** @description `auth`: sign-ins, sessions and tokens. Open list: values may be added. */
            kind: string;
            /** @description `denied`: not permitted, or rejected as invalid; `failed`: an error of the service. Open list: values may be added. */
            outcome: string;
            /** @description Code of the error response; null if the outcome is `allowed` */
            error_code: string | null;
            /** @description What was read or changed; null if the operation has no object */
            target: {
                /** @description Kind of object, such as `lab_result` */
                type: string;
                /** @description Null for lists */
                id: string | null;
            } | null;
            /** @description Every patient whose data was returned, changed or requested, including deleted and erased ones. IDs in denied requests that are not of the organization are left out. */
            patient_ids: string[];
            /** @description Names of the changed fields, without values */
            fields: string[];
            /** @description Number of returned or changed objects */
            count: number | null;
            /** @description ID of the request, `req_…`, as in the header `X-Request-Id` */
            request_id: string;
            /** @description IP address of the caller; null for the service itself */
            ip_address: string | null;
        };
        AuditEventList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["AuditEvent"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        CancelLabOrderRequest: {
            /** @description Why the order is canceled */
            reason: string;
        };
        CatalogComponent: {
            /** @description The test as an entry of the catalog, `tst_…`; null if it cannot be ordered alone */
            test_id: string | null;
            /** @description LOINC number of the test */
            loinc: string | null;
            /** @description Name of the test */
            name: string;
            /** @description Usual unit of its results */
            unit: string | null;
            /** @description Reference ranges of the test */
            reference_ranges: components["schemas"]["CatalogRange"][];
        };
        CatalogQuestion: {
            /** @description ID for `question_id` of an answer */
            id: string;
            /** @description Code of the question at the laboratory */
            code: string;
            /** @description Wording of the question */
            text: string;
            /**
             * @description Form of the answer
             * @enum {string}
             */
            type: "text" | "number" | "date" | "boolean" | "choice";
            /** @description Whether an order must answer it */
            required: boolean;
            /** @description Allowed answers; only with `choice` */
            options: string[];
            /** @description Most characters of an answer; null without a limit */
            max_length: number | null;
        };
        CatalogRange: {
            /**
             * @description Sex of the patients for whom it is valid; null for all
             * @enum {string|null}
             */
            sex: "female" | "male" | null;
            /** @description Lowest age in days; null without a limit */
            age_min_days: number | null;
            /** @description Highest age in days; null without a limit */
            age_max_days: number | null;
            /** @description Lower limit; null if there is no lower limit */
            low: number | null;
            /** @description Upper limit; null if there is no upper limit */
            high: number | null;
            /** @description Unit of `low` and `high` */
            unit: string | null;
            /** @description The range in words, as in the source of the catalog */
            text: string | null;
        };
        CatalogSpecimen: {
            /** @description Type in words, such as `Serum` */
            type: string;
            /** @description Code of the type; null if not stated */
            type_code: string | null;
            /** @description Tube or container to use */
            container: string | null;
            /** @description Volume to collect, with its unit */
            volume: string | null;
            /** @description Instructions for storage and transport */
            handling: string | null;
        };
        CatalogTest: {
            /** @description Unique ID: `tst_` and 26 characters */
            id: string;
            /** @constant */
            object: "catalog_test";
            /** @description Code of the test at the laboratory */
            code: string;
            /** @description LOINC number; null if unknown */
            loinc: string | null;
            /** @description Name of the test or panel */
            name: string;
            /** @description Short name, such as `TSH` */
            short_name: string | null;
            /** @description Other names by which it is found */
            synonyms: string[];
            /**
             * @description `panel`: several tests, ordered as one
             * @enum {string}
             */
            kind: "test" | "panel";
            /** @description Tests of a panel; empty for a single test */
            components: components["schemas"]["CatalogComponent"][];
            /**
             * @description Field of laboratory medicine
             * @enum {string}
             */
            category: "chemistry" | "hematology" | "coagulation" | "immunology" | "microbiology" | "urinalysis" | "toxicology" | "molecular" | "pathology" | "other";
            /** @description Specimen that the laboratory needs */
            specimen: components["schemas"]["CatalogSpecimen"] | null;
            /** @description Usual unit of its results */
            unit: string | null;
            /** @description Reference ranges, for information: each result has its own */
            reference_ranges: components["schemas"]["CatalogRange"][];
            /** @description Whether the patient must fast; null if unknown */
            fasting_required: boolean | null;
            /** @description Usual hours from the order or collection to the result */
            turnaround_hours: number | null;
            /** @description Questions to answer in an order */
            questions: components["schemas"]["CatalogQuestion"][];
            /** @description Laboratory that performs the test */
            lab: {
                /** @description ID of the laboratory, as in the filter `lab_id` */
                id: string;
                /** @description Name of the laboratory */
                name: string;
            };
            /** @description Whether it can be ordered */
            active: boolean;
            /** @description Lower critical limit, in `unit`. It does not change the severity of results. */
            critical_low: number | null;
            /** @description Upper critical limit, in `unit`. It does not change the severity of results. */
            critical_high: number | null;
            /** @description Source and license of the entry */
            source: string | null;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description In a list with `q`: the synonym or common name that matches, unless the name or a code does */
            found_by?: string;
            /** @description In a list for which no test matches `q`: the test has a similar name. Never for API keys. */
            similar?: boolean;
        };
        CatalogTestList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["CatalogTest"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        CodedValue: {
            /** @description Code system as sent, such as `LN` for LOINC or `L` for a local code (HL7 table 0396) */
            system: string | null;
            /** @description Code in `system` */
            code: string;
            /** @description Name of the code, as sent */
            display: string | null;
        };
        Collection: {
            /**
             * @description Where or by whom the specimen is collected
             * @enum {string|null}
             */
            method: "on_site" | "lab" | "home" | "patient" | null;
            /**
             * Format: date-time
             * @description Time of collection, RFC 3339
             */
            collected_at: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @enum {string|null}
             */
            collected_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /** @description Name of the person who collected the specimen */
            collector: string | null;
        };
        CollectionInput: {
            /**
             * @description Where or by whom the specimen is collected
             * @default null
             * @enum {string|null}
             */
            method?: "on_site" | "lab" | "home" | "patient" | null;
            /**
             * Format: date-time
             * @description Time of collection, RFC 3339
             * @default null
             */
            collected_at?: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @default null
             * @enum {string|null}
             */
            collected_at_precision?: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /**
             * @description Name of the person who collected the specimen
             * @default null
             */
            collector?: string | null;
        };
        Correction: {
            /** @description Version that has the changes */
            version: number;
            /**
             * Format: date-time
             * @description When the changes were made here
             * @example 2026-11-05T14:07:00.000Z
             */
            at: string;
            /** @description Reason of a user; null if the laboratory sent the changes */
            reason: string | null;
            /** @description Fields that changed */
            changes: {
                /** @description Line that changed; null if `field` is one of the report or of a panel */
                observation_id: string | null;
                /** @description Name of the field, such as `value_text` */
                field: string;
                /** @description Value before; JSON if it is not text */
                from: string | null;
                /** @description Value after, in the same form */
                to: string | null;
            }[];
        };
        CreateDocumentRequest: {
            /** @description Patient to whose chart the document belongs */
            patient_id: string;
            /** @description Default: the file name */
            title?: string | null;
            /**
             * @description Group under which the chart shows it
             * @default other
             * @enum {string}
             */
            category?: "lab_report" | "imaging" | "discharge_summary" | "referral" | "consent" | "identification" | "insurance" | "clinical_note" | "correspondence" | "photo" | "other";
            /** @description Code of the type, for example in LOINC */
            type?: components["schemas"]["DocumentTypeInput"] | null;
            /**
             * Format: date
             * @description Date of the content, YYYY-MM-DD, not of the upload
             * @example 1945-07-14
             */
            document_date?: string | null;
            /** @description Free text, shown with the document */
            description?: string | null;
            /** @description Person or organization that wrote it */
            author?: string | null;
            /** @description Lab order of the same patient */
            order_id?: string | null;
            /** @description Lab result of the same patient */
            result_id?: string | null;
            /** @description At most 20 keys of at most 40 characters, with values of at most 500. No patient data. */
            metadata?: {
                [key: string]: string;
            };
            /** @description The file, at most 10 MB decoded; either this or `upload` */
            content?: components["schemas"]["InlineContent"];
            /** @description Announces a file whose bytes are sent by PUT to the URL in the response; either this or `content` */
            upload?: components["schemas"]["AnnouncedUpload"];
        };
        CreateExportRequest: {
            /** @description Each requires its read scope: `patients:read`, `labs:read` or `documents:read`. */
            resources: ("patients" | "lab_orders" | "lab_results" | "documents")[];
            /**
             * Format: date-time
             * @description Only records that changed at or after this instant (RFC 3339). Deleted records are not in an export: follow the events.
             */
            updated_since?: string;
        };
        CreateLabOrderRequest: {
            /** @description ID of the order in your system, unique in the organization */
            external_id?: string | null;
            /** @description Patient for whom the tests are ordered */
            patient_id: string;
            /** @description Tests to order */
            items: components["schemas"]["LabOrderItemInput"][];
            /**
             * @description Urgency of the order
             * @default routine
             * @enum {string}
             */
            priority?: "routine" | "urgent" | "asap" | "stat";
            /** @description Clinician who orders the tests. Send `user_id` or `name`. */
            ordering_clinician?: components["schemas"]["OrderingClinicianInput"] | null;
            /**
             * @description Users to whom the laboratory is asked to send a copy
             * @default []
             */
            copy_to?: string[];
            /**
             * @description Reasons for the order, primary diagnosis first
             * @default []
             */
            diagnoses?: components["schemas"]["DiagnosisInput"][];
            /** @description Whether the patient is fasting. Null if unknown. */
            fasting?: boolean | null;
            /** @description How and when the specimen is collected */
            collection?: components["schemas"]["CollectionInput"] | null;
            /**
             * Format: date
             * @description Day on which the specimen should be collected, from today to 366 days ahead in the time zone of the organization
             * @example 1945-07-14
             */
            collect_on?: string | null;
            /** @description Notes for the laboratory */
            notes?: string | null;
            /** @description Laboratory of the tests, as in the catalog. Required if an item is ordered by `code`. */
            lab_id?: string | null;
        };
        CreatePatientBatchRequest: {
            /** @description Each is a body of `POST /v1/patients`. */
            patients: {
                /** @description Medical record number, unique in the organization. Assigned if absent or null. */
                mrn?: string | null;
                /** @description Other identifiers of the patient */
                identifiers?: components["schemas"]["PatientIdentifierInput"][];
                name: components["schemas"]["HumanNameInput"];
                /** @description Former names and aliases */
                other_names?: components["schemas"]["HumanNameInput"][];
                /**
                 * Format: date
                 * @description Date of birth, YYYY-MM-DD, from 1850-01-01 to today
                 * @example 1945-07-14
                 */
                birth_date: string;
                /** @description Whether the date of birth is an estimate */
                birth_date_estimated?: boolean;
                /**
                 * @description Administrative sex
                 * @enum {string}
                 */
                sex: "female" | "male" | "other" | "unknown";
                /**
                 * @description Sex assigned at birth
                 * @enum {string|null}
                 */
                sex_at_birth?: "female" | "male" | "intersex" | "unknown" | null;
                /** @description Gender identity in the words of the patient */
                gender_identity?: string | null;
                /** @description Phone numbers */
                phones?: components["schemas"]["PhoneNumberInput"][];
                /** @description Email addresses */
                emails?: components["schemas"]["EmailAddressInput"][];
                /** @description Postal addresses */
                addresses?: components["schemas"]["AddressInput"][];
                /** @description Preferred language, a BCP 47 tag such as `en-US` */
                language?: string | null;
                /** @description Date (YYYY-MM-DD) or time (RFC 3339) of death */
                deceased_at?: (string) | null;
                /** @description Responsible clinician, a user of the organization */
                primary_clinician_id?: string | null;
                /** @description ID of the patient in your system, unique in the organization */
                external_id?: string | null;
                /** @description At most 20 keys of at most 40 characters, with values of at most 500. No patient data. */
                metadata?: {
                    [key: string]: string;
                };
            }[];
        };
        CreatePatientRequest: {
            /** @description Medical record number, unique in the organization. Assigned if absent or null. */
            mrn?: string | null;
            /** @description Other identifiers of the patient */
            identifiers?: components["schemas"]["PatientIdentifierInput"][];
            name: components["schemas"]["HumanNameInput"];
            /** @description Former names and aliases */
            other_names?: components["schemas"]["HumanNameInput"][];
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD, from 1850-01-01 to today
             * @example 1945-07-14
             */
            birth_date: string;
            /** @description Whether the date of birth is an estimate */
            birth_date_estimated?: boolean;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex: "female" | "male" | "other" | "unknown";
            /**
             * @description Sex assigned at birth
             * @enum {string|null}
             */
            sex_at_birth?: "female" | "male" | "intersex" | "unknown" | null;
            /** @description Gender identity in the words of the patient */
            gender_identity?: string | null;
            /** @description Phone numbers */
            phones?: components["schemas"]["PhoneNumberInput"][];
            /** @description Email addresses */
            emails?: components["schemas"]["EmailAddressInput"][];
            /** @description Postal addresses */
            addresses?: components["schemas"]["AddressInput"][];
            /** @description Preferred language, a BCP 47 tag such as `en-US` */
            language?: string | null;
            /** @description Date (YYYY-MM-DD) or time (RFC 3339) of death */
            deceased_at?: (string) | null;
            /** @description Responsible clinician, a user of the organization */
            primary_clinician_id?: string | null;
            /** @description ID of the patient in your system, unique in the organization */
            external_id?: string | null;
            /** @description At most 20 keys of at most 40 characters, with values of at most 500. No patient data. */
            metadata?: {
                [key: string]: string;
            };
        };
        CreateWebhookRequest: {
            /**
             * @description https URL that is reachable from the internet
             * @example https://example.org/hooks/clinical
             */
            url: string;
            /** @description Event names, `*`, or `<resource>.*`; `*` means every event whose object the creator can read */
            events?: ("*" | "patient.*" | "lab_order.*" | "lab_result.*" | "document.*" | "catalog.*" | "export.*" | "webhook.*" | "patient.created" | "patient.updated" | "patient.deleted" | "patient.restored" | "patient.merged" | "patient.unmerged" | "lab_order.created" | "lab_order.updated" | "lab_order.sent" | "lab_order.accepted" | "lab_order.completed" | "lab_order.cancelled" | "lab_order.cancel_refused" | "lab_order.rejected" | "lab_order.failed" | "lab_order.overdue" | "lab_result.created" | "lab_result.updated" | "lab_result.finalized" | "lab_result.corrected" | "lab_result.cancelled" | "lab_result.critical" | "lab_result.critical_unacknowledged" | "lab_result.reviewed" | "lab_result.reviewer_changed" | "lab_result.reassigned" | "lab_result.unmatched" | "document.created" | "document.available" | "document.updated" | "document.quarantined" | "document.removed" | "catalog.updated" | "export.completed" | "export.failed" | "webhook.test" | "webhook.disabled")[];
            /** @description Free text for your own use */
            description?: string | null;
            /**
             * @description Whether deliveries are sent; otherwise they are held
             * @default true
             */
            enabled?: boolean;
            /** @description At most 20 keys of at most 40 characters, with values of at most 500. No patient data. */
            metadata?: {
                [key: string]: string;
            };
        };
        Credential: {
            /** @constant */
            object: "credential";
            /**
             * @description Kind of credential
             * @enum {string}
             */
            type: "api_key" | "access_token";
            /** @description `key_…` of the API key, or `app_…` of the application that the access token was issued to */
            id: string;
            /** @description Name of the API key or application */
            name: string;
            /** @description Current scopes: an access token loses those that its application or user loses */
            scopes: ("patients:read" | "patients:write" | "patients:restricted" | "labs:read" | "labs:write" | "documents:read" | "documents:write" | "webhooks:manage" | "audit:read")[];
            /** @description Organization whose data it can access */
            organization: {
                /** @description Unique ID: `org_` and 26 characters */
                id: string;
                /** @description Name of the organization */
                name: string;
            };
            /** @description `false` in a sandbox */
            livemode: boolean;
            /** @description Limits of its requests */
            rate_limits: components["schemas"]["CredentialRateLimit"][];
            /**
             * Format: date-time
             * @description When it expires; null if it does not
             * @example 2026-11-05T14:07:00.000Z
             */
            expires_at: string | null;
            /** @description The user for whom an application acts; null for an API key */
            user: {
                /** @description Unique ID: `usr_` and 26 characters */
                id: string;
                /** @description Name of the user */
                name: string;
                /**
                 * @description Role of the user in the organization
                 * @enum {string}
                 */
                role: "admin" | "clinician" | "viewer" | "laboratory_staff" | "front_desk" | "auditor";
            } | null;
        };
        CredentialRateLimit: {
            /** @description As in `RateLimit-Policy`; `uploads` counts document uploads in addition, `batches` batches of patients */
            name: string;
            /** @description Requests allowed in each window */
            requests: number;
            /** @description Length of the window */
            seconds: number;
        };
        Delivery: {
            /** @description Unique ID: `dlv_` and 26 characters */
            id: string;
            /** @constant */
            object: "delivery";
            /** @description Event that is delivered, `evt_…` */
            event_id: string;
            /** @description Type of the event */
            event_type: string;
            /** @description Webhook that receives it, `wh_…` */
            webhook_id: string;
            /**
             * @description `failed`: will be retried. `exhausted`: failed after all attempts. `held`: the webhook is disabled. `skipped`: the webhook was deleted.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "exhausted" | "skipped" | "held";
            /** @description Redelivered on request */
            manual: boolean;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if no other follows
             * @example 2026-11-05T14:07:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Attempts, oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
        };
        DeliveryAttempt: {
            /** @description Number of the attempt, from 1 */
            attempt: number;
            /**
             * Format: date-time
             * @description When the request was sent
             * @example 2026-11-05T14:07:00.000Z
             */
            sent_at: string;
            /** @description Milliseconds until the response was complete or the attempt failed */
            duration_ms: number;
            /** @description HTTP status of the response; null without one */
            response_status: number | null;
            /** @description Start of the response body. Null without one, or if the receiver is in a private network that the operator allows. */
            response_excerpt: string | null;
            /** @description Bytes of the response that were read, at most 16 KiB */
            response_bytes: number | null;
            /**
             * @description Why the attempt failed; null if it succeeded
             * @enum {string|null}
             */
            error: "timeout" | "dns" | "tls" | "connection" | "redirect" | "blocked_address" | "http_4xx" | "http_5xx" | null;
            /** @description The same in a sentence */
            error_detail: string | null;
        };
        DeliveryDetail: {
            /** @description Unique ID: `dlv_` and 26 characters */
            id: string;
            /** @constant */
            object: "delivery";
            /** @description Event that is delivered, `evt_…` */
            event_id: string;
            /** @description Type of the event */
            event_type: string;
            /** @description Webhook that receives it, `wh_…` */
            webhook_id: string;
            /**
             * @description `failed`: will be retried. `exhausted`: failed after all attempts. `held`: the webhook is disabled. `skipped`: the webhook was deleted.
             * @enum {string}
             */
            status: "pending" | "succeeded" | "failed" | "exhausted" | "skipped" | "held";
            /** @description Redelivered on request */
            manual: boolean;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the next attempt; null if no other follows
             * @example 2026-11-05T14:07:00.000Z
             */
            next_attempt_at: string | null;
            /** @description Attempts, oldest first */
            attempts: components["schemas"]["DeliveryAttempt"][];
            /** @description The signed body of the request */
            request_body: string;
        };
        DeliveryList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Delivery"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        Diagnosis: {
            /** @description ICD-10 code in capital letters, with the dot. Only the syntax is checked. */
            code: string;
            /**
             * @description Code system
             * @enum {string}
             */
            system: "icd-10" | "icd-10-cm";
            /** @description Text of the diagnosis */
            description: string | null;
        };
        DiagnosisInput: {
            /** @description ICD-10 code in capital letters, with the dot. Only the syntax is checked. */
            code: string;
            /**
             * @description Code system
             * @enum {string}
             */
            system: "icd-10" | "icd-10-cm";
            /**
             * @description Text of the diagnosis
             * @default null
             */
            description?: string | null;
        };
        Document: {
            /** @description Unique ID: `doc_` and 26 characters */
            id: string;
            /** @constant */
            object: "document";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            created_by: string;
            /** @description Patient to whose chart the document belongs */
            patient_id: string;
            /** @description Title in the chart */
            title: string;
            /** @description Group under which the chart shows it. Open list: values may be added. */
            category: string;
            /** @description Code of the type, for example in LOINC */
            type: components["schemas"]["DocumentType"] | null;
            /**
             * Format: date
             * @description Date of the content, YYYY-MM-DD, not of the upload
             * @example 1945-07-14
             */
            document_date: string | null;
            /** @description Free text, shown with the document */
            description: string | null;
            /** @description Person or organization that wrote it */
            author: string | null;
            /** @description Lab order of the same patient */
            order_id: string | null;
            /** @description Lab result of the same patient */
            result_id: string | null;
            /** @description Name of the file, with its extension */
            file_name: string;
            /** @description Detected from the bytes, one of application/pdf, image/jpeg, image/png, image/gif, image/webp, image/tiff, image/heic, image/heif, text/plain, application/rtf, application/msword, application/vnd.openxmlformats-officedocument.wordprocessingml.document, application/vnd.openxmlformats-officedocument.spreadsheetml.sheet, application/vnd.oasis.opendocument.text, application/dicom, text/html, application/xml. While `pending_upload`, the announced type. */
            content_type: string;
            /** @description Media type that the sender stated; null if none */
            declared_content_type: string | null;
            /** @description Size in bytes */
            size: number;
            /** @description SHA-256 of the file in lower-case hexadecimal */
            sha256: string;
            /** @description Number of pages; null if unknown, as always in this version */
            page_count: number | null;
            /** @description Whether a password is needed to open the file */
            encrypted: boolean;
            /** @description Whether the end of a PDF file is missing, as after an interrupted transfer: browsers may not open it. False for files stored before this was checked. */
            lacks_end: boolean;
            /** @description Degrees clockwise by which the portal rotates an image (0, 90, 180 or 270), in addition to its EXIF orientation. The bytes are as received. */
            rotation: number;
            /** @description Earlier document of the same patient with the same bytes */
            duplicate_of: string | null;
            /**
             * @description `pending_upload`: the PUT is missing. `processing`: the malware scan is not done. `quarantined`: it contains malware. `failed`: the upload failed. `entered_in_error`: withdrawn by a user.
             * @enum {string}
             */
            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
            /** @description User who signed off the document in the portal; null if it is not signed off */
            signed_off_by: string | null;
            /**
             * Format: date-time
             * @description Time of the sign-off
             * @example 2026-11-05T14:07:00.000Z
             */
            signed_off_at: string | null;
            /**
             * @description Malware scan. `skipped`: none is configured. `error`: no result yet; it is repeated.
             * @enum {string}
             */
            scan_status: "skipped" | "pending" | "clean" | "infected" | "error";
            /** @description Signed URL of the bytes, valid for 5 minutes; only while `available` */
            content_url: string | null;
            /** @description Only while `pending_upload` */
            upload: components["schemas"]["PendingUpload"] | null;
            /** @description Null unless received as a message */
            source: components["schemas"]["DocumentSource"] | null;
            /** @description Earlier version */
            replaces: string | null;
            /** @description Version of the sender that is valid instead. The content stays readable. */
            replaced_by: string | null;
            /** @description Document that this one adds to, `doc_…` */
            addendum_to: string | null;
            /**
             * Format: date-time
             * @description When the sender withdrew the document. The content stays readable.
             * @example 2026-11-05T14:07:00.000Z
             */
            withdrawn_at: string | null;
            /**
             * Format: date-time
             * @description When the file was removed: 30 days after receipt, if it contains malware.
             * @example 2026-11-05T14:07:00.000Z
             */
            file_removed_at: string | null;
            /** @description Keys and values that your system has set */
            metadata: {
                [key: string]: string;
            };
        };
        DocumentList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Document"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        DocumentMetadata: {
            /** @description Patient to whose chart the document belongs */
            patient_id: string;
            /** @description Default: the file name */
            title?: string | null;
            /**
             * @description Group under which the chart shows it
             * @default other
             * @enum {string}
             */
            category?: "lab_report" | "imaging" | "discharge_summary" | "referral" | "consent" | "identification" | "insurance" | "clinical_note" | "correspondence" | "photo" | "other";
            /** @description Code of the type, for example in LOINC */
            type?: components["schemas"]["DocumentTypeInput"] | null;
            /**
             * Format: date
             * @description Date of the content, YYYY-MM-DD, not of the upload
             * @example 1945-07-14
             */
            document_date?: string | null;
            /** @description Free text, shown with the document */
            description?: string | null;
            /** @description Person or organization that wrote it */
            author?: string | null;
            /** @description Lab order of the same patient */
            order_id?: string | null;
            /** @description Lab result of the same patient */
            result_id?: string | null;
            /** @description At most 20 keys of at most 40 characters, with values of at most 500. No patient data. */
            metadata?: {
                [key: string]: string;
            };
            /** @description SHA-256 of the file in lower-case hexadecimal. Compared with the bytes, if given. */
            sha256?: string | null;
        };
        DocumentSource: {
            /** @description Connection that received it */
            connection_id: string;
            /** @description Name of the connection when it was received */
            connection_name: string;
            /** @description Number of the sender (TXA-12) */
            number: string | null;
            /** @description Number of the document that it adds to or replaces (TXA-13) */
            parent_number: string | null;
            /** @description Relation to the document in `parent_number`. Open list: values may be added. */
            relation: string;
            /** @description From the completion status (TXA-17); null if not sent or unknown. Open list: values may be added. */
            status: string | null;
            /** @description TXA-17 as sent (HL7 table 0271) */
            completion_code: string | null;
            /** @description TXA-18 as sent (HL7 table 0272) */
            confidentiality_code: string | null;
            /** @description TXA-19 as sent (HL7 table 0273) */
            availability_code: string | null;
            /**
             * Format: date-time
             * @description When the document was written (TXA-6)
             * @example 2026-11-05T14:07:00.000Z
             */
            originated_at: string | null;
            /**
             * @description Precision of `originated_at`; null if it is not known
             * @enum {string|null}
             */
            originated_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /**
             * Format: date-time
             * @description When the message was sent (MSH-7)
             * @example 2026-11-05T14:07:00.000Z
             */
            sent_at: string;
            /** @description The sender has announced an addendum, edit or replacement that was not received, or not readable. Open list: values may be added. */
            newer: string | null;
            /** @description The document in `parent_number` was not received */
            parent_unknown: boolean;
            /** @description Files of the message that could not be stored */
            unread_files: number;
        };
        DocumentType: {
            /** @description Code system, such as `http://loinc.org` */
            system: string;
            /** @description Code in `system` */
            code: string;
            /** @description Name of the code */
            display: string | null;
        };
        DocumentTypeInput: {
            /** @description Code system, such as `http://loinc.org` */
            system: string;
            /** @description Code in `system` */
            code: string;
            /**
             * @description Name of the code
             * @default null
             */
            display?: string | null;
        };
        /** @description Exactly these two parts, in this order. */
        DocumentUpload: {
            /** @description Facts about the document, as JSON */
            metadata: components["schemas"]["DocumentMetadata"];
            /** @description The file, as raw bytes */
            file: string;
        };
        EmailAddress: {
            /**
             * Format: email
             * @description Email address
             */
            value: string;
            /**
             * @description Where the address is used
             * @enum {string|null}
             */
            use: "home" | "work" | null;
        };
        EmailAddressInput: {
            /**
             * Format: email
             * @description Email address
             */
            value: string;
            /**
             * @description Where the address is used
             * @default null
             * @enum {string|null}
             */
            use?: "home" | "work" | null;
        };
        Event: {
            /** @description Unique ID: `evt_` and 26 characters */
            id: string;
            /** @constant */
            object: "event";
            /** @description What happened, such as `lab_result.finalized`. Open list: values may be added. */
            type: string;
            /**
             * @description Only in a test event with a sample of another type: nothing has changed, and the object does not exist
             * @constant
             */
            test?: true;
            /**
             * Format: date-time
             * @description Time of the change
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /** @description Number of the event among those of its object, from 1 without gaps. Of two events, the one with the higher number is later. */
            sequence: number;
            /** @description Version of the API that the event follows */
            api_version: string;
            /** @description Organization of the object */
            org_id: string;
            /** @description `usr_…`, `key_…` or `system` */
            actor: string;
            /** @description What changed, without patient data */
            data: {
                /** @description The object that changed */
                object: {
                    /** @description Kind of object, such as `lab_result` */
                    object: string;
                    /** @description ID of the object */
                    id: string;
                    /** @description Version of the object */
                    version: number;
                    /** @description Status of the object; null if it has none */
                    status: string | null;
                    /** @description Path of the object; null if it is not available in `/v1` */
                    href: string | null;
                    /** @description Patient of the object; null without one */
                    patient_id: string | null;
                    /** @description Only in `lab_result.critical`, `lab_result.reviewer_changed` and `lab_result.unmatched` */
                    severity?: string;
                    /** @description Only in `patient.merged` and `patient.unmerged`: the other record */
                    survivor_id?: string;
                    /** @description Only in `lab_result.reviewer_changed`: the user to whom the report is assigned; null for the group */
                    reviewer_id?: string | null;
                };
                /** @description Names of the changed fields, without values */
                changed_fields: string[];
                /** @description The previous status, if it changed */
                previous: {
                    [key: string]: string;
                };
            };
        };
        EventList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Event"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        Export: {
            /** @description Unique ID: `exp_` and 26 characters */
            id: string;
            /** @constant */
            object: "export";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            created_by: string;
            /** @description Resources of the export */
            resources: ("patients" | "lab_orders" | "lab_results" | "documents")[];
            /**
             * Format: date-time
             * @description Only records that changed at or after this time; null for all
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_since: string | null;
            /**
             * @description `queued` and `running`: not ready. `expired`: the files are no longer available.
             * @enum {string}
             */
            status: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired";
            /**
             * @description Why it failed: `access_ended`: the credential that requested it has lost its access; `patient_erased`: a patient was erased meanwhile; `storage_full`: the service has no space for the files; `internal_error`: repeated failures. Request a new export.
             * @enum {string|null}
             */
            failure_reason: "access_ended" | "patient_erased" | "storage_full" | "internal_error" | null;
            /**
             * Format: date-time
             * @description Every record that existed at this time is in the export, in a state of this time or later.
             * @example 2026-11-05T14:07:00.000Z
             */
            started_at: string | null;
            /**
             * Format: date-time
             * @description When the files were complete
             * @example 2026-11-05T14:07:00.000Z
             */
            completed_at: string | null;
            /**
             * Format: date-time
             * @description The files are available until then, 72 hours after `completed_at`.
             * @example 2026-11-05T14:07:00.000Z
             */
            expires_at: string | null;
            /** @description Records written so far */
            row_count: number;
            /** @description The `cursor` for `GET /v1/events?sort=position` without other filters: the events from there on contain every change that may be missing from the export. Null before `started_at`. */
            events_cursor: string | null;
            /** @description Empty unless the export is `completed` */
            files: components["schemas"]["ExportFile"][];
        };
        ExportFile: {
            /**
             * @description Name of the file, from its resource and a number
             * @example patients-1
             */
            name: string;
            /**
             * @description Resource of its records
             * @enum {string}
             */
            resource: "patients" | "lab_orders" | "lab_results" | "documents";
            /** @description Lines, one record each */
            row_count: number;
            /** @description Bytes of the compressed file */
            size: number;
            /** @description SHA-256 of the compressed file, which is its entity tag too */
            sha256: string;
            /** @description Path of the file */
            href: string;
        };
        ExportList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Export"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        /** @description One invalid field, parameter or header. */
        FieldError: {
            /** @description JSON pointer into the body (RFC 6901) */
            pointer?: string;
            /** @description Name of the query parameter */
            parameter?: string;
            /** @description Name of the header */
            header?: string;
            /**
             * @description What is wrong, for programs
             * @enum {string}
             */
            code: "required" | "invalid_type" | "invalid_format" | "too_long" | "too_short" | "out_of_range" | "unknown_field" | "not_unique" | "not_allowed" | "read_only";
            /** @description Completes a sentence that starts with the name of the field */
            message: string;
        };
        /** @description A name. `family` and one `given` are required; each part has at most 100 characters. */
        HumanName: {
            /** @description Family name */
            family: string;
            /** @description Given names, first name first */
            given: string[];
            /** @description Title before the name, such as `Dr.` */
            prefix: string | null;
            /** @description Part after the name, such as `Jr.` */
            suffix: string | null;
            /**
             * @description Purpose of the name
             * @enum {string|null}
             */
            use: "official" | "usual" | "maiden" | null;
        };
        /** @description A name. `family` and one `given` are required; each part has at most 100 characters. */
        HumanNameInput: {
            /** @description Family name */
            family: string;
            /** @description Given names, first name first */
            given: string[];
            /**
             * @description Title before the name, such as `Dr.`
             * @default null
             */
            prefix?: string | null;
            /**
             * @description Part after the name, such as `Jr.`
             * @default null
             */
            suffix?: string | null;
            /**
             * @description Purpose of the name
             * @default null
             * @enum {string|null}
             */
            use?: "official" | "usual" | "maiden" | null;
        };
        InlineContent: {
            /** @description base64 (RFC 4648, with padding) */
            data: string;
            /** @description Name of the file, with its extension */
            file_name: string;
            /** @description Declared media type, such as `application/pdf`. The type of the bytes is detected. */
            content_type?: string | null;
            /** @description SHA-256 of the file in lower-case hexadecimal. Compared with the bytes, if given. */
            sha256?: string | null;
        };
        ItemAnswer: {
            /** @description ID of a question of the test in the catalog */
            question_id: string;
            /** @description Answer as text. By the type of the question: a number such as `12.5`, a date such as `2026-03-31`, `yes` or `no`, or one of the options. */
            value: string;
        };
        LabOrder: {
            /** @description Unique ID: `ord_` and 26 characters */
            id: string;
            /** @constant */
            object: "lab_order";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            created_by: string;
            /** @description Placer order number: 10 digits and a check digit. Compare as text. */
            order_number: string;
            /** @description ID of the order in your system, unique in the organization */
            external_id: string | null;
            /** @description Patient for whom the tests are ordered */
            patient_id: string;
            /** @description Ordered tests */
            items: components["schemas"]["LabOrderItem"][];
            /** @description Tests in the reports of the order that were not ordered, such as reflex tests. They do not affect `status`. */
            added_tests: components["schemas"]["AddedTest"][];
            /**
             * @description Urgency of the order, from `routine` to `stat`
             * @enum {string}
             */
            priority: "routine" | "urgent" | "asap" | "stat";
            /** @description Clinician who ordered the tests */
            ordering_clinician: components["schemas"]["OrderingClinician"] | null;
            /** @description Users to whom the laboratory is asked to send a copy, `usr_…` */
            copy_to: string[];
            /** @description Reasons for the order, primary diagnosis first */
            diagnoses: components["schemas"]["Diagnosis"][];
            /** @description Whether the patient is fasting. Null if unknown. */
            fasting: boolean | null;
            /** @description How and when the specimen is collected */
            collection: components["schemas"]["Collection"] | null;
            /**
             * Format: date
             * @description Day on which the specimen should be collected, in the time zone of the organization
             * @example 1945-07-14
             */
            collect_on: string | null;
            /** @description Notes for the laboratory */
            notes: string | null;
            /** @description Laboratory of the tests, as in the catalog */
            lab_id: string | null;
            /**
             * @description `requested`: not sent yet. `partially_resulted`: some tests have final results. `completed`: no test is open. `rejected`: by the laboratory. `failed`: could not be sent.
             * @enum {string}
             */
            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
            /** @description Each status with its time, oldest first */
            status_history: components["schemas"]["StatusChange"][];
            /** @description Reports of the order, `res_…` */
            result_ids: string[];
            /**
             * @description Severity of the most severe report of the order. Null without reports, or if all are canceled or entered in error.
             * @enum {string|null}
             */
            result_severity: "normal" | "abnormal" | "critical" | "unknown" | null;
            /**
             * Format: date-time
             * @description When results are expected: the longest turnaround time of the tests, counted from the end of `collect_on`, or from the time of the order if it is null. Without a turnaround time: after 24 hours if the priority is `stat`, otherwise null.
             * @example 2026-11-05T14:07:00.000Z
             */
            expected_by: string | null;
            /** @description Whether `expected_by` has passed and the order is still open */
            overdue: boolean;
            /** @description Why it was canceled */
            cancelled_reason: string | null;
            transmission: components["schemas"]["OrderTransmission"];
        };
        LabOrderItem: {
            /** @description ID of the item, `itm_…` */
            id: string;
            /** @description Test of the catalog, `tst_…` */
            test_id: string | null;
            /** @description Code of the test at the laboratory, at the time of the order */
            code: string;
            /** @description LOINC number of the test; null if the catalog has none */
            loinc: string | null;
            /** @description Name of the test, at the time of the order */
            name: string;
            /** @description Specimen in words, such as `Serum` */
            specimen: string | null;
            /** @description Answers to the questions of the test */
            answers: components["schemas"]["ItemAnswer"][];
            /**
             * @description `in_progress`: the laboratory has started, or sent preliminary results. `resulted`: final results are available. `cancelled`: canceled before it was performed. `not_performed`: canceled in the report of the laboratory.
             * @enum {string}
             */
            status: "ordered" | "in_progress" | "resulted" | "cancelled" | "not_performed";
            /** @description Latest report with this test, `res_…` */
            result_id: string | null;
        };
        LabOrderItemInput: {
            /** @description Test of the catalog. Send `test_id`, `code` or `loinc`. */
            test_id?: string;
            /** @description Code of the test at the laboratory. Requires `lab_id` on the order. */
            code?: string;
            /** @description LOINC code of the test. Exactly one orderable test must have it. */
            loinc?: string;
            /**
             * @description Answers to the questions that the test asks at order entry
             * @default []
             */
            answers?: components["schemas"]["ItemAnswer"][];
        };
        LabOrderList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["LabOrder"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        LabResult: {
            /** @description Unique ID: `res_` and 26 characters */
            id: string;
            /** @constant */
            object: "lab_result";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            created_by: string;
            /** @description Order of this service that it answers, `ord_…` */
            order_id: string | null;
            /** @description Patient to whom the result belongs */
            patient_id: string;
            /**
             * @description `preliminary`: not verified yet. `partial`: some tests are final, others pending. `corrected`: changed after it was final. `cancelled`: no test was performed. `entered_in_error`: filed to the wrong patient; do not use it.
             * @enum {string}
             */
            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
            /** @description Laboratory that reported the result */
            lab: {
                /** @description ID of the laboratory, as in the filter `lab_id` */
                id: string;
                /** @description Name of the laboratory */
                name: string;
                /** @description Accreditation of the laboratory, such as its CLIA number */
                accreditation_number: string | null;
                /** @description Medical director of the laboratory */
                director: string | null;
            };
            /** @description Number of the laboratory for the specimens. Several orders can share it. Sent in HL7 v2 SPM-2, OBR-18 or OBR-20, depending on the laboratory. */
            accession_number: string | null;
            /** @description Number of the laboratory for the order (HL7 v2 OBR-3 of the first panel) */
            filler_order_number: string | null;
            /** @description Specimens that were tested */
            specimens: components["schemas"]["Specimen"][];
            /**
             * Format: date-time
             * @description When the specimen was collected; the earliest time if there are several (HL7 v2 OBR-7 or SPM-17)
             * @example 2026-11-05T14:07:00.000Z
             */
            collected_at: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @enum {string|null}
             */
            collected_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /**
             * Format: date-time
             * @description When the laboratory received the specimen; the earliest time (HL7 v2 OBR-14 or SPM-18)
             * @example 2026-11-05T14:07:00.000Z
             */
            received_at: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @enum {string|null}
             */
            received_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /**
             * Format: date-time
             * @description When the laboratory reported it; the latest time (HL7 v2 OBR-22, or MSH-7)
             * @example 2026-11-05T14:07:00.000Z
             */
            reported_at: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @enum {string|null}
             */
            reported_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /**
             * Format: date-time
             * @description When this version became available in this service
             * @example 2026-11-05T14:07:00.000Z
             */
            issued_at: string;
            /**
             * @description That of the most severe line: `critical`, `abnormal`, `unknown`, then `normal`. Withdrawn lines do not count.
             * @enum {string}
             */
            severity: "normal" | "abnormal" | "critical" | "unknown";
            /** @description Panels and single tests, each with its lines */
            panels: components["schemas"]["Panel"][];
            /** @description Notes on the whole report */
            notes: components["schemas"]["ResultNote"][];
            /** @description Files of the report, `doc_…` */
            document_ids: string[];
            /** @description Names of tests whose results are still missing */
            pending_tests: string[];
            /** @description Sign-off by clinicians in the portal */
            review: {
                /**
                 * @description `unreviewed`: not signed. `reviewed`: this version is signed. `review_again`: only an earlier version is signed.
                 * @enum {string}
                 */
                status: "unreviewed" | "reviewed" | "review_again";
                /** @description Signatures of all versions */
                reviews: components["schemas"]["Review"][];
            };
            /** @description What each later version changed, oldest first */
            corrections: components["schemas"]["Correction"][];
            /** @description How the current version was received */
            source: {
                /**
                 * @description `hl7v2`, `fhir`: a message. `file`: an import. `manual`: entered by a user.
                 * @enum {string}
                 */
                kind: "hl7v2" | "fhir" | "file" | "manual";
                /** @description Message that contained it, `msg_…` */
                message_id: string | null;
            };
            /** @description Whether `interpretation_source` of a line is `computed` */
            computed_flags_present: boolean;
        };
        LabResultList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["LabResult"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        LabSimulation: {
            /** @constant */
            object: "lab_simulation";
            /**
             * @description Kind of result that was simulated
             * @enum {string}
             */
            kind: "normal" | "abnormal" | "critical" | "partial" | "corrected" | "rejected";
            /** @description Order that it answers */
            order_id: string;
            /** @description Patient of the order */
            patient_id: string;
            /** @description The message from the simulated laboratory; null for `rejected` */
            message_id: string | null;
        };
        MergePatientsRequest: {
            /** @description The record to merge. After the merge, its ID returns this patient. */
            merged_patient_id: string;
            /** @description Fields whose value is taken from the merged record. The others stay as they are. */
            take?: ("name" | "other_names" | "birth_date" | "sex" | "sex_at_birth" | "gender_identity" | "phones" | "emails" | "addresses" | "language" | "deceased_at" | "primary_clinician_id")[];
            /** @description Why the records belong to the same person, or do not. Stored with the merge. */
            reason: string;
        };
        Observation: {
            /** @description Unique ID: `obs_` and 26 characters */
            id: string;
            /** @description Code of the test, as sent (HL7 v2 OBX-3) */
            code: string;
            /** @description Code system of `code` as sent, such as `LN` for LOINC or `L` for a local code (HL7 table 0396) */
            code_system: string | null;
            /** @description LOINC number: sent by the laboratory, or mapped from its code; null if unknown */
            loinc: string | null;
            /** @description Name of the test, as sent */
            name: string;
            /** @description The original name of the test before coding, exactly as received (HL7 v2 OBX-3.9) */
            original_text: string | null;
            /** @description The second code of the test, often the local one (HL7 v2 OBX-3.4 to OBX-3.6) */
            alternate_code: components["schemas"]["AlternateCode"] | null;
            /**
             * @description `result`: measured or assessed by the laboratory. `order_detail`: provided with the order (HL7 v2 OBX-11 `O`). `not_asked`: reported with a value although marked as not asked for (OBX-11 `N`); a note explains this. `patient`: about the patient, sent before the first order (HL7 v2.7 and later). Lines without content always have the role `result`.
             * @enum {string}
             */
            role: "result" | "order_detail" | "not_asked" | "patient";
            /**
             * @description `quantity`: a number. `coded`: a code. `ratio`: such as `1:128`. `attachment`: a file in `document_ids`, or an address in `value_text`. `none`: no value was sent.
             * @enum {string}
             */
            value_type: "quantity" | "coded" | "text" | "ratio" | "datetime" | "attachment" | "none";
            /** @description The value exactly as received. Display this one. */
            value_text: string | null;
            /** @description The number in `value_text`, without `comparator`; null unless `value_type` is `quantity` */
            value_number: number | null;
            /**
             * @description Sign before the number: `<` in `<0.5`. The exact value is then unknown.
             * @enum {string|null}
             */
            comparator: "<" | "<=" | ">" | ">=" | null;
            /** @description Code of the value, if `value_type` is `coded`; `value_text` has its name */
            value_code: components["schemas"]["CodedValue"] | null;
            /** @description The original text before the value was coded (HL7 v2 OBX-5.9); several are joined with `; ` */
            value_original_text: string | null;
            /** @description Additional codes of the value in the received order: the second coding of `value_code` (HL7 v2 OBX-5.4 to OBX-5.6, OBX-5.10 to OBX-5.12) and the codes of further repetitions */
            value_alternate_codes: components["schemas"]["AlternateCode"][];
            /** @description Unit exactly as received. Display this one. */
            unit: string | null;
            /** @description The unit as a UCUM code, such as `10*3/uL`; null if the unit is not recognized */
            ucum: string | null;
            /** @description Reference range of the laboratory (HL7 v2 OBX-7) */
            reference_range: components["schemas"]["ReferenceRange"] | null;
            /** @description HL7 table 0078, from OBX-8. Open list: display an unknown code unchanged. */
            interpretation: string | null;
            /** @description All flags as sent (HL7 v2 OBX-8), including trends such as `U` */
            flags: string[];
            /**
             * @description `lab`: the laboratory sent a flag. `computed`: it sent none, and the number is outside `reference_range`. Null if `interpretation` is null.
             * @enum {string|null}
             */
            interpretation_source: "lab" | "computed" | null;
            /**
             * @description From the flags: `critical` for `LL`, `HH` and `AA`; `abnormal` for `L`, `H`, `<`, `>`, `A`, `I` and `R`; `normal` for `N` and `S`. Without a flag it is computed from `reference_range` and never `critical`. `unknown`: not classified, such as `POS` alone.
             * @enum {string}
             */
            severity: "normal" | "abnormal" | "critical" | "unknown";
            /**
             * @description From HL7 v2 OBX-11 (table 0085). `cancelled`: not performed. `deleted`: withdrawn by the laboratory. `wrong`: belongs to another patient. Do not use values with one of these three.
             * @enum {string}
             */
            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "deleted" | "wrong";
            /**
             * Format: date-time
             * @description Time for which the value is valid, usually that of the collection (HL7 v2 OBX-14 or OBR-7)
             * @example 2026-11-05T14:07:00.000Z
             */
            observed_at: string | null;
            /**
             * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
             * @enum {string|null}
             */
            observed_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            /** @description Method of the test, as sent (HL7 v2 OBX-17) */
            method: string | null;
            /** @description Equipment, as sent (HL7 v2 OBX-18) */
            device: string | null;
            /** @description Laboratory that performed the test, if the message names it (HL7 v2 OBX-23) */
            performing_lab: string | null;
            /** @description Distinguishes or groups lines with the same code, such as those of one isolate (HL7 v2 OBX-4) */
            sub_id: string | null;
            /** @description Notes on the line */
            notes: components["schemas"]["ResultNote"][];
            /** @description The previous value, if it has the same unit */
            previous: {
                /** @description The value exactly as received */
                value_text: string | null;
                /**
                 * Format: date-time
                 * @description Time for which it is valid
                 * @example 2026-11-05T14:07:00.000Z
                 */
                observed_at: string | null;
                /**
                 * @description Precision of the time. With `day`, `month` or `year` it is a date: use its UTC date and do not convert it to a time zone.
                 * @enum {string|null}
                 */
                observed_at_precision: "second" | "minute" | "hour" | "day" | "month" | "year" | null;
            } | null;
        };
        /** @description Electronic transmission to the laboratory */
        OrderTransmission: {
            /**
             * @description `not_applicable`: the laboratory receives orders on paper or through its own portal. `queued`: stored, not delivered yet. `sent`: delivered; the laboratory has not decided. `accepted`, `rejected`: its decision. `failed`: not delivered after all attempts; a user can send it again. `cancel_requested`: the laboratory was asked to cancel; then `cancelled` or `cancel_refused`.
             * @enum {string}
             */
            status: "not_applicable" | "queued" | "sent" | "accepted" | "rejected" | "failed" | "cancel_requested" | "cancelled" | "cancel_refused";
            /** @description Whether the order, or the request to cancel it, is queued and not delivered yet */
            pending: boolean;
            /** @description Whether the order, or the request to cancel it, is queued while an administrator has paused sending to the laboratory */
            paused: boolean;
            /**
             * Format: date-time
             * @description When attempts to send to the laboratory started to fail, while the order, or the request to cancel it, is queued. Null if the last attempt succeeded.
             * @example 2026-11-05T14:07:00.000Z
             */
            failing_since: string | null;
            /**
             * @description The latest message to the laboratory: the order, or the request to cancel it. `failed` with `cancellation`: the laboratory still has the order. Null without messages.
             * @enum {string|null}
             */
            message: "new_order" | "cancellation" | null;
            /** @description Whether a person must act because the order, or the request to cancel it, is not sent: queued for 15 minutes (5 for STAT), unless routine at once while sending is paused or fails, or a cancellation at once while sending is paused. Also true for a STAT order on paper that is not marked as sent. */
            unsent: boolean;
            /** @description Attempts to deliver `message` */
            attempts: number;
            /**
             * Format: date-time
             * @description Time of the last attempt to deliver `message`
             * @example 2026-11-05T14:07:00.000Z
             */
            last_attempt_at: string | null;
            /**
             * Format: date-time
             * @description When the laboratory accepted the order
             * @example 2026-11-05T14:07:00.000Z
             */
            accepted_at: string | null;
            /** @description The laboratory’s number of the order */
            filler_order_number: string | null;
            /** @description Why it was rejected or failed, with the words of the laboratory */
            reason: string | null;
        };
        OrderingClinician: {
            /** @description User of the organization */
            user_id: string | null;
            /** @description Full name */
            name: string | null;
            /** @description National Provider Identifier (US) */
            npi: string | null;
        };
        OrderingClinicianInput: {
            /**
             * @description User of the organization
             * @default null
             */
            user_id?: string | null;
            /**
             * @description Full name
             * @default null
             */
            name?: string | null;
            /**
             * @description National Provider Identifier (US)
             * @default null
             */
            npi?: string | null;
        };
        Panel: {
            /** @description ID of the panel, `pnl_…` */
            id: string;
            /** @description Code of the panel or test, as sent (HL7 v2 OBR-4) */
            code: string;
            /** @description LOINC number: sent by the laboratory, or mapped from its code; null if unknown */
            loinc: string | null;
            /** @description Name of the panel or test, as sent */
            name: string;
            /**
             * @description Like `status` of the result, for this panel
             * @enum {string}
             */
            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
            /** @description Whether the laboratory added the panel, for example because of an abnormal result */
            is_reflex: boolean;
            /** @description Line of the same result that led to this panel (HL7 v2 OBR-26) */
            parent_observation_id: string | null;
            /** @description Notes on the panel */
            notes: components["schemas"]["ResultNote"][];
            /** @description Lines of the panel, in the order as sent */
            observations: components["schemas"]["Observation"][];
        };
        Patient: {
            /** @description Unique ID: `pat_` and 26 characters */
            id: string;
            /** @constant */
            object: "patient";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            created_by: string;
            /** @description Medical record number, unique in the organization */
            mrn: string;
            /** @description Other identifiers of the patient */
            identifiers: components["schemas"]["PatientIdentifier"][];
            name: components["schemas"]["HumanName"];
            /** @description Former names and aliases */
            other_names: components["schemas"]["HumanName"][];
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD
             * @example 1945-07-14
             */
            birth_date: string;
            /** @description Whether the date of birth is an estimate */
            birth_date_estimated: boolean;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex: "female" | "male" | "other" | "unknown";
            /**
             * @description Sex assigned at birth
             * @enum {string|null}
             */
            sex_at_birth: "female" | "male" | "intersex" | "unknown" | null;
            /** @description Gender identity in the words of the patient */
            gender_identity: string | null;
            /** @description Phone numbers */
            phones: components["schemas"]["PhoneNumber"][];
            /** @description Email addresses */
            emails: components["schemas"]["EmailAddress"][];
            /** @description Postal addresses */
            addresses: components["schemas"]["Address"][];
            /** @description Preferred language, a BCP 47 tag such as `en-US` */
            language: string | null;
            /** @description Date (YYYY-MM-DD) or time (RFC 3339) of death */
            deceased_at: string | null;
            /** @description Responsible clinician, a user of the organization */
            primary_clinician_id: string | null;
            /** @description ID of the patient in your system, unique in the organization */
            external_id: string | null;
            /**
             * @description `inactive`: the record is no longer used. `merged`: `merged_into_id` has replaced it.
             * @enum {string}
             */
            status: "active" | "inactive" | "merged";
            /** @description The record into which this one was merged. Only in lists: its own ID returns the record that survives. */
            merged_into_id: string | null;
            /** @description Records merged into this one, directly or through others. Their IDs return this record. */
            merged_from: string[];
            /** @description Staff, VIP or sensitive: seen with the scope `patients:restricted` only. */
            restricted: boolean;
            /** @description Keys and values that your system has set */
            metadata: {
                [key: string]: string;
            };
        };
        PatientBatch: {
            /** @constant */
            object: "patient_batch";
            /** @description Number of created patients */
            created_count: number;
            /** @description Number of items that failed */
            failed_count: number;
            /** @description One outcome for each item, in the order of the request */
            data: components["schemas"]["PatientBatchItem"][];
        };
        PatientBatchError: {
            /** @description URL of a page that explains the code */
            type: string;
            /** @description Short summary of the code */
            title: string;
            /** @description The status of the same error in a single request */
            status: number;
            /** @description Stable and machine-readable, as in a problem document */
            code: string;
            /** @description What is wrong with this item */
            detail: string;
            /** @description Invalid fields of the item */
            errors: {
                /** @description JSON pointer into the item */
                pointer: string;
                /** @description Code of the field error, such as `required` */
                code: string;
                /** @description What is wrong with the field */
                message: string;
            }[];
        };
        PatientBatchItem: {
            /** @description Position in `patients` of the request, from 0 */
            index: number;
            /**
             * @description Outcome of the item
             * @enum {string}
             */
            status: "created" | "failed";
            /** @description Null if `failed` */
            patient: components["schemas"]["Patient"] | null;
            /** @description Null if `created` */
            error: components["schemas"]["PatientBatchError"] | null;
        };
        PatientIdentifier: {
            /** @description Namespace of the value, for example a URI or an OID */
            system: string;
            /** @description The identifier, unique within `system` */
            value: string;
            /**
             * @description Kind of identifier
             * @enum {string}
             */
            type: "mrn" | "national_id" | "passport" | "insurance" | "lab" | "other";
            /** @description Code of the type in HL7 table 0203, such as `MR` */
            type_code: string | null;
            /** @description Organization that issued it */
            assigner: string | null;
        };
        PatientIdentifierInput: {
            /** @description Namespace of the value, for example a URI or an OID */
            system: string;
            /** @description The identifier, unique within `system` */
            value: string;
            /**
             * @description Kind of identifier
             * @enum {string}
             */
            type: "mrn" | "national_id" | "passport" | "insurance" | "lab" | "other";
            /**
             * @description Code of the type in HL7 table 0203, such as `MR`
             * @default null
             */
            type_code?: string | null;
            /**
             * @description Organization that issued it
             * @default null
             */
            assigner?: string | null;
        };
        PatientList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Patient"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        PatientMerge: {
            /** @description Unique ID: `mrg_` and 26 characters */
            id: string;
            /** @constant */
            object: "patient_merge";
            /** @description Record that survived the merge */
            survivor_id: string;
            /** @description Record that was merged into it */
            merged_patient_id: string;
            /** @description Name of the merged record */
            merged_name: components["schemas"]["HumanName"];
            /** @description Medical record number of the merged record */
            merged_mrn: string;
            /**
             * Format: date-time
             * @description Time of the merge
             * @example 2026-11-05T14:07:00.000Z
             */
            merged_at: string;
            /** @description `usr_…`, `key_…` or `system` */
            merged_by: string;
            /**
             * @description `user`: in the portal. `api`: by a program. `feed`: by a message of a hospital.
             * @enum {string}
             */
            source: "user" | "api" | "feed";
            /** @description Null if a hospital feed merged automatically */
            reason: string | null;
            /** @description Fields taken from the merged record */
            taken: string[];
            /**
             * Format: date-time
             * @description When the merge was undone; null if it was not
             * @example 2026-11-05T14:07:00.000Z
             */
            unmerged_at: string | null;
            /** @description Who undid it, `usr_…` or `key_…` */
            unmerged_by: string | null;
            /** @description Why it was undone */
            unmerge_reason: string | null;
        };
        PatientMergeList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["PatientMerge"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
        PendingUpload: {
            /** @description URL for the upload. It needs no credential, so treat it as a secret. Only the response to the POST contains it. */
            url: string | null;
            /**
             * @description HTTP method of the upload
             * @constant
             */
            method: "PUT";
            /** @description Headers that the PUT must have */
            headers: {
                [key: string]: string;
            };
            /**
             * Format: date-time
             * @description Latest start of the PUT
             * @example 2026-11-05T14:07:00.000Z
             */
            expires_at: string;
        };
        PhoneNumber: {
            /** @description E.164 if the number can be parsed, otherwise as entered */
            value: string;
            /** @description As entered */
            raw: string;
            /**
             * @description Where the number is used
             * @enum {string|null}
             */
            use: "mobile" | "home" | "work" | null;
        };
        PhoneNumberInput: {
            /** @description Phone number. Without a country code, the country of the first address applies. */
            value: string;
            /**
             * @description Where the number is used
             * @default null
             * @enum {string|null}
             */
            use?: "mobile" | "home" | "work" | null;
        };
        /** @description Problem document (RFC 9457). Members may be added; ignore unknown ones. */
        Problem: {
            /**
             * Format: uri
             * @description URL of a page that explains the code
             */
            type: string;
            /** @description Short title of the code */
            title: string;
            /** @description The HTTP status */
            status: number;
            /** @description Stable and machine-readable. Open list: handle an unknown code by its status. */
            code: string;
            /** @description Explanation of this occurrence, without patient data. The wording may change; do not parse it. */
            detail: string;
            /** @description URI of this occurrence */
            instance: string;
            /** @description Same as `X-Request-Id` */
            request_id: string;
            /** @description All errors of the request */
            errors?: components["schemas"]["FieldError"][];
            /** @description One of these scopes is required */
            required_scopes?: string[];
            /** @description Seconds, same as `Retry-After` */
            retry_after?: number;
            /** @description Maximum size of the body or file */
            max_bytes?: number;
            /** @description Current version of the resource */
            current_version?: number;
            /** @description The patient into which the record was merged */
            survivor_id?: string;
            /** @description Results to choose from */
            result_ids?: string[];
            /** @description Status of the order whose result was requested */
            order_status?: string;
        };
        RedeliverSinceRequest: {
            /**
             * Format: date-time
             * @description Events of deliveries created at or after this instant (RFC 3339)
             */
            since: string;
            /**
             * @description `failed`: events whose deliveries all failed. `all`: delivered events as well.
             * @default failed
             * @enum {string}
             */
            which?: "failed" | "all";
        };
        Redeliveries: {
            /** @constant */
            object: "redeliveries";
            /** @description Deliveries that were created or are retried at once */
            count: number;
        };
        ReferenceRange: {
            /** @description Lower limit, inclusive, in the unit of the line; null if `text` states none */
            low: number | null;
            /** @description Upper limit, inclusive, in the unit of the line; null if `text` states none */
            high: number | null;
            /** @description Exactly as received */
            text: string | null;
            /** @description Group of people for whom the range is valid, as text; null if not stated */
            applies_to: string | null;
        };
        ResultNote: {
            /** @description Text of the note, with its line breaks */
            text: string;
            /** @description Code of the author as sent (HL7 table 0105), such as `L` for the laboratory or `P` for the orderer; `service` if this service added the note */
            source: string | null;
        };
        Review: {
            /** @description User who signed, `usr_…` */
            by: string;
            /**
             * Format: date-time
             * @description When the user signed
             * @example 2026-11-05T14:07:00.000Z
             */
            at: string;
            /** @description Version of the result that was signed */
            version: number;
            /** @description Comment of the user */
            comment: string | null;
        };
        RotateWebhookSecretRequest: {
            /**
             * @description How long the previous secret also signs
             * @default 24
             */
            overlap_hours?: number;
        };
        Sandbox: {
            /** @constant */
            object: "sandbox";
            /** @description Organization of the sandbox */
            organization_id: string;
            /** @description Name of the sandbox */
            name: string;
            /**
             * @description `resetting` from the request of a reset until the example data is complete
             * @enum {string}
             */
            status: "ready" | "resetting";
            /**
             * Format: date-time
             * @description When the last reset was completed
             * @example 2026-11-05T14:07:00.000Z
             */
            reset_at: string | null;
        };
        SearchPatientsRequest: {
            /**
             * @description Maximum number of items per page
             * @default 25
             */
            limit?: number;
            /** @description `next_cursor` of the previous page; opaque */
            cursor?: string;
            /**
             * @description `total_count` adds the total number of items, exact up to 10,000
             * @enum {string}
             */
            include?: "total_count";
            /** @description Up to 16 words in any order, ignoring case and accents. A word matches the start of a name part, MRN or identifier, the end of a phone number, or a birth date such as `1945-07-14`, `14-Jul-1945` or `14/07/1945`. `03/04/1980` finds 3 April and 4 March. Best matches first, at most 500. Cannot be combined with `sort`. */
            q?: string;
            /** @description Start of the family name */
            family?: string;
            /** @description Start of a given name */
            given?: string;
            /**
             * Format: date
             * @description Exact date of birth, YYYY-MM-DD
             * @example 1945-07-14
             */
            birth_date?: string;
            /** @description Exact match. The value of a merged record finds the surviving record. */
            mrn?: string;
            /** @description The value of a merged record finds the surviving record. */
            identifier?: string;
            /** @description End of a phone number */
            phone?: string;
            /** @description Email address */
            email?: string;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex?: "female" | "male" | "other" | "unknown";
            /** @description One or more statuses */
            status?: ("active" | "inactive" | "merged")[];
            /** @description The value of a merged record finds the surviving record. */
            external_id?: string;
            /**
             * Format: date-time
             * @description Created at or after this instant (RFC 3339)
             */
            created_since?: string;
            /**
             * Format: date-time
             * @description Created before this instant (RFC 3339)
             */
            created_until?: string;
            /**
             * Format: date-time
             * @description Changed at or after this instant (RFC 3339)
             */
            updated_since?: string;
            /**
             * Format: date-time
             * @description Changed before this instant (RFC 3339)
             */
            updated_until?: string;
            /**
             * @description Default: `-created_at`
             * @enum {string}
             */
            sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "family" | "-family" | "birth_date" | "-birth_date";
        };
        SendTestEventRequest: {
            /**
             * @description Another type sends a sample of it, marked with `test`
             * @default webhook.test
             * @enum {string}
             */
            type?: "patient.created" | "patient.updated" | "patient.deleted" | "patient.restored" | "patient.merged" | "patient.unmerged" | "lab_order.created" | "lab_order.updated" | "lab_order.sent" | "lab_order.accepted" | "lab_order.completed" | "lab_order.cancelled" | "lab_order.cancel_refused" | "lab_order.rejected" | "lab_order.failed" | "lab_order.overdue" | "lab_result.created" | "lab_result.updated" | "lab_result.finalized" | "lab_result.corrected" | "lab_result.cancelled" | "lab_result.critical" | "lab_result.critical_unacknowledged" | "lab_result.reviewed" | "lab_result.reviewer_changed" | "lab_result.reassigned" | "lab_result.unmatched" | "document.created" | "document.available" | "document.updated" | "document.quarantined" | "document.removed" | "catalog.updated" | "export.completed" | "export.failed" | "webhook.test" | "webhook.disabled";
        };
        SimulateLabResultRequest: {
            /**
             * @description `partial` reports some of the tests; a later result completes them. `corrected` changes one value of the final simulated result. `rejected` rejects the order.
             * @enum {string}
             */
            kind: "normal" | "abnormal" | "critical" | "partial" | "corrected" | "rejected";
        };
        Specimen: {
            /** @description ID of the specimen, as sent (HL7 v2 SPM-2) */
            id: string | null;
            /** @description Type in words, such as `Serum` (SPM-4 or OBR-15) */
            type: string | null;
            /** @description Code of the type, as sent */
            type_code: string | null;
            /**
             * Format: date-time
             * @description When it was collected (SPM-17)
             * @example 2026-11-05T14:07:00.000Z
             */
            collected_at: string | null;
            /**
             * Format: date-time
             * @description When the laboratory received it (SPM-18)
             * @example 2026-11-05T14:07:00.000Z
             */
            received_at: string | null;
            /** @description Condition, such as `Hemolyzed` (SPM-24) */
            condition: string | null;
            /** @description Why the laboratory rejected it (SPM-21); several reasons are joined with `; ` */
            rejected_reason: string | null;
        };
        StatusChange: {
            /**
             * @description Status from this time on
             * @enum {string}
             */
            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
            /**
             * Format: date-time
             * @description Time of the change
             * @example 2026-11-05T14:07:00.000Z
             */
            at: string;
            /** @description `usr_…`, `key_…` or `system` */
            by: string;
            /** @description Reason, if one was given */
            reason: string | null;
            /**
             * @description `api`: a program. `portal`: a user. `message`: the laboratory. `system`: this service.
             * @enum {string}
             */
            source: "api" | "portal" | "message" | "system";
        };
        UndecidedItem: {
            /**
             * @description Kind of record
             * @enum {string}
             */
            object: "lab_order" | "lab_result" | "document" | "patient";
            /** @description ID of the record */
            id: string;
            /** @description Only with `patient`: the field of the record */
            field: string | null;
        };
        UnmergePatientsRequest: {
            /** @description The record to separate again */
            merged_patient_id: string;
            /** @description Why the records belong to the same person, or do not. Stored with the merge. */
            reason: string;
        };
        UnmergedPatients: {
            /** @description The record that survived the merge */
            patient: components["schemas"]["Patient"];
            /** @description The record that was merged, with its chart */
            restored: components["schemas"]["Patient"];
            /** @description To be checked by a person. Items that users added to the chart after the merge stay with `patient`. A field that was taken from the merged record and has changed since keeps its value. */
            undecided: components["schemas"]["UndecidedItem"][];
        };
        UpdatePatientRequest: {
            /** @description Medical record number, unique in the organization */
            mrn?: string;
            /** @description Other identifiers of the patient */
            identifiers?: components["schemas"]["PatientIdentifierInput"][];
            /** @description Parts of the name. An absent part keeps its value. */
            name?: {
                /** @description Family name */
                family?: string;
                /** @description Given names, first name first */
                given?: string[];
                /** @description Title before the name, such as `Dr.` */
                prefix?: string | null;
                /** @description Part after the name, such as `Jr.` */
                suffix?: string | null;
                /**
                 * @description Purpose of the name
                 * @enum {string|null}
                 */
                use?: "official" | "usual" | "maiden" | null;
            };
            /** @description Former names and aliases */
            other_names?: components["schemas"]["HumanNameInput"][];
            /**
             * Format: date
             * @description Date of birth, YYYY-MM-DD, from 1850-01-01 to today
             * @example 1945-07-14
             */
            birth_date?: string;
            /** @description Whether the date of birth is an estimate */
            birth_date_estimated?: boolean;
            /**
             * @description Administrative sex
             * @enum {string}
             */
            sex?: "female" | "male" | "other" | "unknown";
            /**
             * @description Sex assigned at birth
             * @enum {string|null}
             */
            sex_at_birth?: "female" | "male" | "intersex" | "unknown" | null;
            /** @description Gender identity in the words of the patient */
            gender_identity?: string | null;
            /** @description Phone numbers */
            phones?: components["schemas"]["PhoneNumberInput"][];
            /** @description Email addresses */
            emails?: components["schemas"]["EmailAddressInput"][];
            /** @description Postal addresses */
            addresses?: components["schemas"]["AddressInput"][];
            /** @description Preferred language, a BCP 47 tag such as `en-US` */
            language?: string | null;
            /** @description Date (YYYY-MM-DD) or time (RFC 3339) of death */
            deceased_at?: (string) | null;
            /** @description Responsible clinician, a user of the organization */
            primary_clinician_id?: string | null;
            /** @description ID of the patient in your system, unique in the organization */
            external_id?: string | null;
            /** @description Merged key by key; null removes a key. At most 20 keys. No patient data. */
            metadata?: {
                [key: string]: string | null;
            };
            /**
             * @description `inactive` marks a record that is no longer used
             * @enum {string}
             */
            status?: "active" | "inactive";
        };
        UpdateWebhookRequest: {
            /** @description https URL that is reachable from the internet */
            url?: string;
            /** @description Event names, `*`, or `<resource>.*` */
            events?: string[];
            /** @description Free text for your own use */
            description?: string | null;
            /** @description `false` holds its deliveries; `true` also resets its failures */
            enabled?: boolean;
            /** @description With `enabled: true`: also sends the deliveries that were held while the webhook was disabled */
            send_held?: boolean;
        };
        Webhook: {
            /** @description Unique ID: `wh_` and 26 characters */
            id: string;
            /** @constant */
            object: "webhook";
            /** @description Number of the version, from 1; each change increases it */
            version: number;
            /**
             * Format: date-time
             * @description Time of creation
             * @example 2026-11-05T14:07:00.000Z
             */
            created_at: string;
            /**
             * Format: date-time
             * @description Time of the last change
             * @example 2026-11-05T14:07:00.000Z
             */
            updated_at: string;
            /** @description `usr_…`, `key_…` or `system`; its scopes decide which events are sent */
            created_by: string;
            /** @description URL to which events are sent */
            url: string;
            /** @description Event names, `*`, or `<resource>.*` */
            events: string[];
            /** @description Free text for your own use */
            description: string | null;
            /** @description Whether deliveries are sent; otherwise they are held */
            enabled: boolean;
            /**
             * @description `failing`: the last delivery failed. `disabled`: not enabled.
             * @enum {string}
             */
            status: "enabled" | "failing" | "disabled";
            /** @description Why it is disabled; null while enabled */
            disabled_reason: string | null;
            /** @description Only in the responses to the creation and to a rotation: `whsec_` and base64 of 32 bytes (Standard Webhooks) */
            secret?: string;
            /** @description Last four characters of the secret */
            secret_hint: string;
            /**
             * Format: date-time
             * @description Time of the last delivery that succeeded
             * @example 2026-11-05T14:07:00.000Z
             */
            last_success_at: string | null;
            /**
             * Format: date-time
             * @description Time of the last attempt that failed
             * @example 2026-11-05T14:07:00.000Z
             */
            last_failure_at: string | null;
            /** @description Failed attempts since the last success */
            consecutive_failures: number;
            /** @description Keys and values that your system has set */
            metadata: {
                [key: string]: string;
            };
        };
        WebhookList: {
            /** @constant */
            object: "list";
            /** @description Items of this page */
            data: components["schemas"]["Webhook"][];
            /** @description Whether more items follow this page */
            has_more: boolean;
            /** @description Value of `cursor` for the next page, or null */
            next_cursor: string | null;
            /** @description Only with `include=total_count`; exact up to 10,000. */
            total_count?: number;
            /** @description There are more items than `total_count` */
            total_count_capped?: boolean;
        };
    };
    responses: {
        /** @description The credential is missing, invalid or expired. Codes: `missing_credentials`, `invalid_credentials`, `token_expired`. */
        Unauthenticated: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`. */
        NotPermitted: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource does not exist or is not visible to the credential. Codes: `not_found`. */
        NotFound: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The response is available as JSON only. Codes: `not_acceptable`. */
        NotAcceptable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The request has neither a length nor a body. Codes: `length_required`. */
        LengthRequired: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The resource has changed since the version in `If-Match`. Codes: `version_mismatch`. */
        VersionMismatch: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The body is too large; `max_bytes` is the limit. Codes: `payload_too_large`. */
        TooLarge: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Too many requests; retry after `Retry-After` seconds. Codes: `rate_limited`. */
        RateLimited: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description The server failed; nothing was changed. Codes: `internal_error`. */
        InternalError: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
        /** @description Temporarily unavailable; retry later. Codes: `unavailable`. */
        Unavailable: {
            headers: {
                "X-Request-Id": components["headers"]["X-Request-Id"];
                "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                RateLimit: components["headers"]["RateLimit"];
                "Retry-After": components["headers"]["Retry-After"];
                [name: string]: unknown;
            };
            content: {
                "application/problem+json": components["schemas"]["Problem"];
            };
        };
    };
    parameters: {
        /**
         * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
         * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
         */
        IdempotencyKey: string;
        /**
         * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
         * @example "3"
         */
        IfMatch: string;
        /**
         * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
         * @example "3"
         */
        IfNoneMatch: string;
        /**
         * @description One byte range (RFC 9110). A request for several ranges returns the whole document.
         * @example bytes=0-65535
         */
        Range: string;
        /**
         * @description ID of the event, the same in every attempt. Store it to detect duplicates.
         * @example evt_01m6dpfcsrezfag0xvx04n22nj
         */
        WebhookId: string;
        /**
         * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
         * @example 1794146820
         */
        WebhookTimestamp: string;
        /**
         * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
         * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
         */
        WebhookSignature: string;
    };
    requestBodies: never;
    headers: {
        /**
         * @description ID of this request; include it in support requests
         * @example req_01m6dptj78f8dss0pnzmfgk6j8
         */
        "X-Request-Id": string;
        /**
         * @description Quota `q` per window of `w` seconds
         * @example "default";q=600;w=60
         */
        "RateLimit-Policy": string;
        /**
         * @description Remaining requests `r`, and seconds `t` until the quota is restored
         * @example "default";r=587;t=42
         */
        RateLimit: string;
        /**
         * @description Seconds to wait before a retry
         * @example 17
         */
        "Retry-After": number;
        /**
         * @description Strong entity tag
         * @example "3"
         */
        ETag: string;
        /**
         * @description URL of the created resource
         * @example https://clinic.example.org/v1/patients/pat_01m6dp2bt0evft7q5ey2n1pq6c
         */
        Location: string;
        /**
         * @description URL of the next page, if there is one
         * @example <https://clinic.example.org/v1/patients?cursor=lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_>; rel="next"
         */
        Link: string;
        /**
         * @description `true` if this repeats the first response to the same key
         * @example true
         */
        "Idempotency-Replayed": "true";
        /**
         * @description Path of the result, if it was requested by order ID
         * @example /v1/labs/results/res_01m6dp7ygrebx90cqtv4fyp33d
         */
        "Content-Location": string;
        /**
         * @description Challenge (RFC 6750)
         * @example Bearer error="invalid_token"
         */
        "WWW-Authenticate": string;
        /**
         * @description `inline` for PDF, PNG, JPEG, GIF, WEBP and plain text, otherwise `attachment`; with the file name
         * @example inline; filename="letter.txt"
         */
        "Content-Disposition": string;
        /**
         * @description Byte ranges are supported
         * @example bytes
         */
        "Accept-Ranges": string;
        /**
         * @description The returned bytes and the total size
         * @example bytes 0-65535/1048576
         */
        "Content-Range": string;
    };
    pathItems: never;
}
export type $defs = Record<string, never>;
export interface operations {
    listPatients: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Up to 16 words in any order, ignoring case and accents. A word matches the start of a name part, MRN or identifier, the end of a phone number, or a birth date such as `1945-07-14`, `14-Jul-1945` or `14/07/1945`. `03/04/1980` finds 3 April and 4 March. Best matches first, at most 500. Cannot be combined with `sort`.
                 * @example otti 1945-07-14
                 */
                q?: string;
                /**
                 * @description Start of the family name
                 * @example Vantreve
                 */
                family?: string;
                /**
                 * @description Start of a given name
                 * @example Ottilie
                 */
                given?: string;
                /**
                 * @description Exact date of birth, YYYY-MM-DD
                 * @example 1945-07-14
                 */
                birth_date?: string;
                /**
                 * @description Exact match. The value of a merged record finds the surviving record.
                 * @example 100482
                 */
                mrn?: string;
                /**
                 * @description The value of a merged record finds the surviving record.
                 * @example https://insurer.example.org/members|K-220-114
                 */
                identifier?: string;
                /**
                 * @description End of a phone number
                 * @example +49 30 12345678
                 */
                phone?: string;
                /**
                 * @description Email address
                 * @example ottilie.vantreve@example.org
                 */
                email?: string;
                /**
                 * @description Administrative sex
                 * @example female
                 */
                sex?: "female" | "male" | "other" | "unknown";
                /**
                 * @description One or more statuses, comma-separated
                 * @example [
                 *       "active",
                 *       "inactive"
                 *     ]
                 */
                status?: ("active" | "inactive" | "merged")[];
                /**
                 * @description The value of a merged record finds the surviving record.
                 * @example registration-7741
                 */
                external_id?: string;
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Created before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                created_until?: string;
                /**
                 * @description Changed at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_since?: string;
                /**
                 * @description Changed before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_until?: string;
                /**
                 * @description Default: `-created_at`
                 * @example -created_at
                 */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "family" | "-family" | "birth_date" | "-birth_date";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPatient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePatientRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Patient"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `duplicate_mrn`, `duplicate_external_id`, `duplicate_identifier`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    searchPatients: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SearchPatientsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createPatientBatch: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreatePatientBatchRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientBatch"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getPatient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Patient"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deletePatient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp47c8fpfbaxdgjkc31trf
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `invalid_state`, `patient_has_open_orders`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            412: components["responses"]["VersionMismatch"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updatePatient: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdatePatientRequest"];
                "application/merge-patch+json": components["schemas"]["UpdatePatientRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Patient"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `invalid_state`, `duplicate_mrn`, `duplicate_external_id`, `duplicate_identifier`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    mergePatients: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["MergePatientsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Patient"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`, `patient_not_found`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    unmergePatients: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
                /**
                 * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UnmergePatientsRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["UnmergedPatients"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`, `patient_not_found`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listPatientMerges: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["PatientMergeList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLabOrders: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Only items of this patient
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                patient_id?: string;
                /**
                 * @description One or more statuses, comma-separated
                 * @example [
                 *       "requested",
                 *       "sent"
                 *     ]
                 */
                status?: ("requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed")[];
                /**
                 * @description One or more priorities, comma-separated
                 * @example [
                 *       "urgent",
                 *       "stat"
                 *     ]
                 */
                priority?: ("routine" | "urgent" | "asap" | "stat")[];
                /**
                 * @description Only orders that contain this catalog test
                 * @example tst_01m6dp9t30ed6vy31n5h59wdbn
                 */
                test_id?: string;
                /**
                 * @description LOINC number, exact
                 * @example 2345-7
                 */
                loinc?: string;
                /**
                 * @description Only orders of this user
                 * @example usr_01m6dph8c0f55rwqbd3bdz7w3m
                 */
                ordering_user_id?: string;
                /**
                 * @description ID of the laboratory
                 * @example example-lab
                 */
                lab_id?: string;
                /**
                 * @description The ID of the resource in your system, exact
                 * @example registration-7741
                 */
                external_id?: string;
                /**
                 * @description Order number as printed on the label, exact
                 * @example 10000000428
                 */
                order_number?: string;
                /**
                 * @description The laboratory’s number of the order (`transmission.filler_order_number`): as given, or all in capitals or small letters
                 * @example L-2026-118342
                 */
                filler_order_number?: string;
                /**
                 * @description Only orders that are overdue (`true`) or not (`false`)
                 * @example true
                 */
                overdue?: "true" | "false";
                /**
                 * @description Whether a person must act: rejected or not canceled by the laboratory, could not be sent, queued for 15 minutes, queued and not routine while sending is paused or fails, a STAT order that is not sent, a cancellation that is queued while sending is paused, or one that the laboratory has not answered for a day. Rejections count for 30 days, and not once all tests of the order are in orders of the patient placed since.
                 * @example true
                 */
                stopped?: "true" | "false";
                /**
                 * @description One or more states of the transmission, comma-separated
                 * @example [
                 *       "rejected",
                 *       "failed"
                 *     ]
                 */
                transmission_status?: ("not_applicable" | "queued" | "sent" | "accepted" | "rejected" | "failed" | "cancel_requested" | "cancelled" | "cancel_refused")[];
                /**
                 * @description Only orders with (`true`) or without (`false`) results
                 * @example true
                 */
                has_results?: "true" | "false";
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Created before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                created_until?: string;
                /**
                 * @description Changed at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_since?: string;
                /**
                 * @description Changed before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_until?: string;
                /**
                 * @description Default: `-created_at`
                 * @example -created_at
                 */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "priority" | "-priority";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabOrderList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createLabOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateLabOrderRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabOrder"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `duplicate_external_id`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`, `patient_not_found`, `patient_not_active`, `test_not_orderable`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLabOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example ord_01m6dp62ygfhxrq0d062eckztj
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabOrder"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelLabOrder: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example ord_01m6dqc5t2f8x9b3k7s1d4g6hj
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CancelLabOrderRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabOrder"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listLabResults: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Only items of this patient
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                patient_id?: string;
                /**
                 * @description Only results of this order
                 * @example ord_01m6dp62ygfhxrq0d062eckztj
                 */
                order_id?: string;
                /**
                 * @description ID of the laboratory
                 * @example example-lab
                 */
                lab_id?: string;
                /**
                 * @description One or more statuses, comma-separated
                 * @example [
                 *       "preliminary",
                 *       "partial"
                 *     ]
                 */
                status?: ("preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error")[];
                /**
                 * @description One or more severities, comma-separated: the highest of the lines
                 * @example [
                 *       "normal",
                 *       "abnormal"
                 *     ]
                 */
                severity?: ("normal" | "abnormal" | "critical" | "unknown")[];
                /**
                 * @description LOINC number of a panel or a line, exact. Requires `patient_id`.
                 * @example 2345-7
                 */
                loinc?: string;
                /**
                 * @description Code of a panel or a line as the laboratory sent it, also as `alternate_code`, exact. Requires `patient_id`.
                 * @example GLU
                 */
                code?: string;
                /**
                 * @description Collected at or after this instant (RFC 3339). A date without a time of day matches if it can be in the range in some time zone; a month or year counts as its first day. Reports without a time of collection do not match.
                 * @example 2026-11-01T00:00:00Z
                 */
                collected_since?: string;
                /**
                 * @description Collected before this instant (RFC 3339). A date without a time of day matches if it can be in the range in some time zone; a month or year counts as its first day. Reports without a time of collection do not match.
                 * @example 2026-12-01T00:00:00Z
                 */
                collected_until?: string;
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Created before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                created_until?: string;
                /**
                 * @description Changed at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_since?: string;
                /**
                 * @description Changed before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_until?: string;
                /**
                 * @description Default: `-created_at`. Reports without a time of collection sort as the oldest.
                 * @example -created_at
                 */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at" | "collected_at" | "-collected_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabResultList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getLabResult: {
        parameters: {
            query?: {
                /**
                 * @description Number of an earlier version
                 * @example 1
                 */
                version?: number;
                /**
                 * @description Only abnormal or critical lines
                 * @example abnormal
                 */
                flags?: "abnormal";
            };
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description A result ID (`res_…`). An order ID (`ord_…`) is accepted if the order has exactly one result.
                 * @example res_01m6dp7ygrebx90cqtv4fyp33d
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Content-Location": components["headers"]["Content-Location"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabResult"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            /** @description The resource does not exist or is not visible to the credential. Codes: `not_found`, `result_not_ready`. */
            404: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `multiple_results`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listCatalog: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Name, synonym, common name such as `thyroid`, code or LOINC
                 * @example glucose
                 */
                q?: string;
                /**
                 * @description Category
                 * @example chemistry
                 */
                category?: "chemistry" | "hematology" | "coagulation" | "immunology" | "microbiology" | "urinalysis" | "toxicology" | "molecular" | "pathology" | "other";
                /**
                 * @description Single tests or panels
                 * @example test
                 */
                kind?: "test" | "panel";
                /**
                 * @description ID of the laboratory
                 * @example example-lab
                 */
                lab_id?: string;
                /**
                 * @description Specimen, exact
                 * @example Serum
                 */
                specimen_type?: string;
                /**
                 * @description LOINC number, exact
                 * @example 2345-7
                 */
                loinc?: string;
                /**
                 * @description Whether `turnaround_hours` is known. Orders without one are never overdue, unless they are STAT.
                 * @example true
                 */
                has_turnaround?: "true" | "false";
                /**
                 * @description Default true
                 * @example true
                 */
                active?: "true" | "false";
                /**
                 * @description Default `name`. `match`: the best matches for `q` first.
                 * @example name
                 */
                sort?: "name" | "-name" | "match";
            };
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["CatalogTestList"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDocuments: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Only items of this patient
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                patient_id?: string;
                /**
                 * @description Category
                 * @example [
                 *       "lab_report",
                 *       "imaging"
                 *     ]
                 */
                category?: ("lab_report" | "imaging" | "discharge_summary" | "referral" | "consent" | "identification" | "insurance" | "clinical_note" | "correspondence" | "photo" | "other")[];
                /**
                 * @description Code of `type`
                 * @example 11488-4
                 */
                type?: string;
                /**
                 * @description Only documents linked to this order
                 * @example ord_01m6dp62ygfhxrq0d062eckztj
                 */
                order_id?: string;
                /**
                 * @description Only documents linked to this result
                 * @example res_01m6dp7ygrebx90cqtv4fyp33d
                 */
                result_id?: string;
                /**
                 * @description In title, file name or description
                 * @example otti 1945-07-14
                 */
                q?: string;
                /**
                 * @description Media type, exact
                 * @example application/pdf
                 */
                content_type?: string;
                /**
                 * @description One or more statuses, comma-separated
                 * @example [
                 *       "pending_upload",
                 *       "processing"
                 *     ]
                 */
                status?: ("pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error")[];
                /**
                 * @description `unsigned`: available, neither replaced nor withdrawn, and not signed off
                 * @example unsigned
                 */
                sign_off?: "unsigned" | "signed";
                /**
                 * @description `exclude`: without versions whose `replaced_by` is available and not withdrawn. Default: `include`
                 * @example include
                 */
                superseded?: "include" | "exclude";
                /**
                 * @description Document date on or after this day
                 * @example 2026-11-01
                 */
                document_date_since?: string;
                /**
                 * @description Document date before this day
                 * @example 2026-12-01
                 */
                document_date_until?: string;
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Created before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                created_until?: string;
                /**
                 * @description Changed at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                updated_since?: string;
                /**
                 * @description Changed before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                updated_until?: string;
                /**
                 * @description Default: `-created_at`
                 * @example -created_at
                 */
                sort?: "created_at" | "-created_at" | "updated_at" | "-updated_at";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DocumentList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateDocumentRequest"];
                "multipart/form-data": components["schemas"]["DocumentUpload"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`, `invalid_request`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`, `unsupported_file_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`, `patient_not_found`, `patient_not_active`, `file_empty`, `checksum_mismatch`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
            /** @description The service has no space for the file. Codes: `storage_full`. */
            507: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
        };
    };
    getDocument: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example doc_01m6dpbnn8enqt07q5ass9jkdx
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Document"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listWebhooks: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["WebhookList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateWebhookRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `limit_reached`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    deleteWebhook: {
        parameters: {
            query?: never;
            header?: never;
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success, without a body */
            204: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    updateWebhook: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tag of the version you have read. If the resource has changed since, the request fails with 412 and nothing is changed. `*` matches any version.
                 * @example "3"
                 */
                "If-Match"?: components["parameters"]["IfMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["UpdateWebhookRequest"];
                "application/merge-patch+json": components["schemas"]["UpdateWebhookRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            411: components["responses"]["LengthRequired"];
            412: components["responses"]["VersionMismatch"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    rotateWebhookSecret: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["RotateWebhookSecretRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Webhook"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    sendTestEvent: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: {
            content: {
                "application/json": components["schemas"]["SendTestEventRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listDeliveries: {
        parameters: {
            query?: {
                /**
                 * @description One or more statuses, comma-separated
                 * @example [
                 *       "failed",
                 *       "exhausted"
                 *     ]
                 */
                status?: ("pending" | "succeeded" | "failed" | "exhausted" | "skipped" | "held")[];
                /**
                 * @description Type of the event
                 * @example lab_result.finalized
                 */
                event_type?: "patient.created" | "patient.updated" | "patient.deleted" | "patient.restored" | "patient.merged" | "patient.unmerged" | "lab_order.created" | "lab_order.updated" | "lab_order.sent" | "lab_order.accepted" | "lab_order.completed" | "lab_order.cancelled" | "lab_order.cancel_refused" | "lab_order.rejected" | "lab_order.failed" | "lab_order.overdue" | "lab_result.created" | "lab_result.updated" | "lab_result.finalized" | "lab_result.corrected" | "lab_result.cancelled" | "lab_result.critical" | "lab_result.critical_unacknowledged" | "lab_result.reviewed" | "lab_result.reviewer_changed" | "lab_result.reassigned" | "lab_result.unmatched" | "document.created" | "document.available" | "document.updated" | "document.quarantined" | "document.removed" | "catalog.updated" | "export.completed" | "export.failed" | "webhook.test" | "webhook.disabled";
                /**
                 * @description ID of an event, or of the object that the event is about
                 * @example res_01m6dp7ygrebx90cqtv4fyp33d
                 */
                about?: string;
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Created before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                created_until?: string;
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
            };
            header?: never;
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getDelivery: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
                /**
                 * @description ID of a delivery of this webhook
                 * @example dlv_01m6dqa3x8e1vb7k5s9d2c4f6g
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["DeliveryDetail"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliver: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
                /**
                 * @description ID of a delivery of this webhook
                 * @example dlv_01m6dqa3x8e1vb7k5s9d2c4f6g
                 */
                delivery_id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Delivery"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    redeliverSince: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example wh_01m6dpdh7gfnea34yf8ydpy9k7
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["RedeliverSinceRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Redeliveries"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`, `limit_reached`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listExports: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["ExportList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    createExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["CreateExportRequest"];
            };
        };
        responses: {
            /** @description Created */
            201: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Location: components["headers"]["Location"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `limit_reached`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example exp_01m6dqe8w4fk2t6p9r3v7x1y5c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    cancelExport: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example exp_01m6dqe8w4fk2t6p9r3v7x1y5c
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Export"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listEvents: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Event types or `<resource>.*`, comma-separated
                 * @example [
                 *       "lab_result.*",
                 *       "document.available"
                 *     ]
                 */
                type?: ("patient.*" | "lab_order.*" | "lab_result.*" | "document.*" | "catalog.*" | "export.*" | "webhook.*" | "patient.created" | "patient.updated" | "patient.deleted" | "patient.restored" | "patient.merged" | "patient.unmerged" | "lab_order.created" | "lab_order.updated" | "lab_order.sent" | "lab_order.accepted" | "lab_order.completed" | "lab_order.cancelled" | "lab_order.cancel_refused" | "lab_order.rejected" | "lab_order.failed" | "lab_order.overdue" | "lab_result.created" | "lab_result.updated" | "lab_result.finalized" | "lab_result.corrected" | "lab_result.cancelled" | "lab_result.critical" | "lab_result.critical_unacknowledged" | "lab_result.reviewed" | "lab_result.reviewer_changed" | "lab_result.reassigned" | "lab_result.unmatched" | "document.created" | "document.available" | "document.updated" | "document.quarantined" | "document.removed" | "catalog.updated" | "export.completed" | "export.failed" | "webhook.test" | "webhook.disabled")[];
                /**
                 * @description Only events of this object
                 * @example res_01m6dp7ygrebx90cqtv4fyp33d
                 */
                object_id?: string;
                /**
                 * @description Created at or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                created_since?: string;
                /**
                 * @description Default: `-position`, newest first. Use `position` to catch up: oldest first, always with a `next_cursor`.
                 * @example position
                 */
                sort?: "position" | "-position";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["EventList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getMe: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Credential"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `ip_not_allowed`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    listAuditEvents: {
        parameters: {
            query?: {
                /**
                 * @description Maximum number of items per page
                 * @example 25
                 */
                limit?: number;
                /**
                 * @description `next_cursor` of the previous page; opaque
                 * @example lVJ0wq8sZC3TtHk5bQ2pXyR7Gd1mUoN9vEeA4hLfKjWcBiSxYgPzOa6MuIrDn-F_
                 */
                cursor?: string;
                /**
                 * @description `total_count` adds the total number of items, exact up to 10,000
                 * @example total_count
                 */
                include?: "total_count";
                /**
                 * @description Only entries about this patient, including records merged into it. Deleted and erased patients are found too.
                 * @example pat_01m6dp2bt0evft7q5ey2n1pq6c
                 */
                patient_id?: string;
                /**
                 * @description Only entries of this user, API key, application (also when it acted for a user), laboratory connection, or `system`
                 * @example usr_01m6dph8c0f55rwqbd3bdz7w3m
                 */
                actor?: string;
                /**
                 * @description Only entries of this operation, exact
                 * @example get_lab_result
                 */
                action?: string;
                /**
                 * @description Only entries of this kind
                 * @example read
                 */
                kind?: "read" | "list" | "download" | "write" | "auth";
                /**
                 * @description Only entries with this outcome
                 * @example allowed
                 */
                outcome?: "allowed" | "denied" | "failed";
                /**
                 * @description At or after this instant (RFC 3339)
                 * @example 2026-11-01T00:00:00Z
                 */
                occurred_since?: string;
                /**
                 * @description Before this instant (RFC 3339)
                 * @example 2026-12-01T00:00:00Z
                 */
                occurred_until?: string;
                /**
                 * @description Default: `-position`, newest first. Use `position` to follow the log: oldest first, always with a `next_cursor`.
                 * @example position
                 */
                sort?: "position" | "-position";
            };
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    Link: components["headers"]["Link"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["AuditEventList"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_cursor`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    getSandbox: {
        parameters: {
            query?: never;
            header?: never;
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            406: components["responses"]["NotAcceptable"];
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    resetSandbox: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["Sandbox"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    simulateLabResult: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Makes retries safe: for 24 hours, the same key with the same body returns the first response, with `Idempotency-Replayed: true`. The same key with another body is rejected. Use a new UUID for each intended change.
                 * @example 9f1c2f0e-6c0b-4d6e-9a37-3c1d0f8b7a51
                 */
                "Idempotency-Key"?: components["parameters"]["IdempotencyKey"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example ord_01m6dp62ygfhxrq0d062eckztj
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["SimulateLabResultRequest"];
            };
        };
        responses: {
            /** @description Success */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Idempotency-Replayed": components["headers"]["Idempotency-Replayed"];
                    [name: string]: unknown;
                };
                content: {
                    "application/json": components["schemas"]["LabSimulation"];
                };
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`, `invalid_json`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            406: components["responses"]["NotAcceptable"];
            /** @description The request conflicts with the current state. Codes: `idempotency_in_progress`, `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Retry-After": components["headers"]["Retry-After"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            411: components["responses"]["LengthRequired"];
            413: components["responses"]["TooLarge"];
            /** @description The type of the body, or of the file in it, is not supported. Codes: `unsupported_media_type`. */
            415: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The request is well-formed but invalid; `errors` lists every invalid field. Codes: `idempotency_key_reused`, `validation_failed`. */
            422: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            429: components["responses"]["RateLimited"];
            500: components["responses"]["InternalError"];
            503: components["responses"]["Unavailable"];
        };
    };
    downloadDocument: {
        parameters: {
            query?: {
                /**
                 * @description `1` always returns an attachment
                 * @example 1
                 */
                download?: "1";
            };
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description One byte range (RFC 9110). A request for several ranges returns the whole document.
                 * @example bytes=0-65535
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example doc_01m6dpbnn8enqt07q5ass9jkdx
                 */
                id: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole document */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description The bytes requested by `Range` */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "*/*": string;
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            403: components["responses"]["NotPermitted"];
            404: components["responses"]["NotFound"];
            /** @description The request conflicts with the current state. Codes: `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The range is outside the document */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            /** @description The server failed; nothing was changed. Codes: `internal_error`, `content_unavailable`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    downloadExportFile: {
        parameters: {
            query?: never;
            header?: {
                /**
                 * @description Entity tags of your copies. The response is 304 without a body if one of them is current.
                 * @example "3"
                 */
                "If-None-Match"?: components["parameters"]["IfNoneMatch"];
                /**
                 * @description One byte range (RFC 9110). A request for several ranges returns the whole document.
                 * @example bytes=0-65535
                 */
                Range?: components["parameters"]["Range"];
            };
            path: {
                /**
                 * @description ID of the resource. The response is 404 if the ID is malformed, or if the resource is deleted or belongs to another organization.
                 * @example exp_01m6dqe8w4fk2t6p9r3v7x1y5c
                 */
                id: string;
                /**
                 * @description Name of a file of this export
                 * @example patients-1
                 */
                name: string;
            };
            cookie?: never;
        };
        requestBody?: never;
        responses: {
            /** @description The whole file */
            200: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description The bytes requested by `Range` */
            206: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    "Accept-Ranges": components["headers"]["Accept-Ranges"];
                    "Content-Disposition": components["headers"]["Content-Disposition"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content: {
                    "application/gzip": string;
                };
            };
            /** @description Not modified, without a body */
            304: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    ETag: components["headers"]["ETag"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description The query, a header or the JSON is malformed. Codes: `unknown_parameter`, `invalid_parameter`. */
            400: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            401: components["responses"]["Unauthenticated"];
            /** @description The credential does not permit this operation. Codes: `insufficient_scope`, `ip_not_allowed`, `forbidden`. */
            403: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "WWW-Authenticate": components["headers"]["WWW-Authenticate"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            404: components["responses"]["NotFound"];
            /** @description The request conflicts with the current state. Codes: `invalid_state`. */
            409: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            /** @description The range is outside the file */
            416: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    "Content-Range": components["headers"]["Content-Range"];
                    [name: string]: unknown;
                };
                content?: never;
            };
            429: components["responses"]["RateLimited"];
            /** @description The server failed; nothing was changed. Codes: `internal_error`, `content_unavailable`. */
            500: {
                headers: {
                    "X-Request-Id": components["headers"]["X-Request-Id"];
                    "RateLimit-Policy": components["headers"]["RateLimit-Policy"];
                    RateLimit: components["headers"]["RateLimit"];
                    [name: string]: unknown;
                };
                content: {
                    "application/problem+json": components["schemas"]["Problem"];
                };
            };
            503: components["responses"]["Unavailable"];
        };
    };
    onPatientCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.created";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPatientUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.updated";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPatientDeleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.deleted";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPatientRestored: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.restored";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPatientMerged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.merged";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                            survivor_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onPatientUnmerged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "patient.unmerged";
                    data: {
                        object: {
                            /** @constant */
                            object: "patient";
                            id: string;
                            /** @enum {string} */
                            status: "active" | "inactive" | "merged";
                            href: string;
                            patient_id: string;
                            survivor_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.created";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.updated";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderSent: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.sent";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderAccepted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.accepted";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.completed";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.cancelled";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderCancelRefused: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.cancel_refused";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderRejected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.rejected";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.failed";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabOrderOverdue: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_order.overdue";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_order";
                            id: string;
                            /** @enum {string} */
                            status: "requested" | "sent" | "collected" | "in_progress" | "partially_resulted" | "completed" | "cancelled" | "rejected" | "failed";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.created";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.updated";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultFinalized: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.finalized";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultCorrected: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.corrected";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultCancelled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.cancelled";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultCritical: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.critical";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                            /** @constant */
                            severity: "critical";
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultCriticalUnacknowledged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.critical_unacknowledged";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultReviewed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.reviewed";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultReviewerChanged: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.reviewer_changed";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                            /** @enum {string} */
                            severity: "normal" | "abnormal" | "critical" | "unknown";
                            reviewer_id: string | null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultReassigned: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.reassigned";
                    data: {
                        object: {
                            /** @constant */
                            object: "lab_result";
                            id: string;
                            /** @enum {string} */
                            status: "preliminary" | "partial" | "final" | "corrected" | "cancelled" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onLabResultUnmatched: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "lab_result.unmatched";
                    data: {
                        object: {
                            /** @constant */
                            object: "inbound_report";
                            id: string;
                            /** @enum {string} */
                            status: "unmatched" | "conflict";
                            href: null;
                            patient_id: null;
                            /** @enum {string} */
                            severity: "normal" | "abnormal" | "critical" | "unknown";
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentCreated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "document.created";
                    data: {
                        object: {
                            /** @constant */
                            object: "document";
                            id: string;
                            /** @enum {string} */
                            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentAvailable: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "document.available";
                    data: {
                        object: {
                            /** @constant */
                            object: "document";
                            id: string;
                            /** @enum {string} */
                            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "document.updated";
                    data: {
                        object: {
                            /** @constant */
                            object: "document";
                            id: string;
                            /** @enum {string} */
                            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentQuarantined: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "document.quarantined";
                    data: {
                        object: {
                            /** @constant */
                            object: "document";
                            id: string;
                            /** @enum {string} */
                            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onDocumentRemoved: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "document.removed";
                    data: {
                        object: {
                            /** @constant */
                            object: "document";
                            id: string;
                            /** @enum {string} */
                            status: "pending_upload" | "processing" | "available" | "quarantined" | "failed" | "entered_in_error";
                            href: string;
                            patient_id: string;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onCatalogUpdated: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "catalog.updated";
                    data: {
                        object: {
                            /** @constant */
                            object: "catalog";
                            id: string;
                            status: null;
                            href: string;
                            patient_id: null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportCompleted: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "export.completed";
                    data: {
                        object: {
                            /** @constant */
                            object: "export";
                            id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired";
                            href: string;
                            patient_id: null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onExportFailed: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "export.failed";
                    data: {
                        object: {
                            /** @constant */
                            object: "export";
                            id: string;
                            /** @enum {string} */
                            status: "queued" | "running" | "completed" | "failed" | "cancelled" | "expired";
                            href: string;
                            patient_id: null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookTest: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "webhook.test";
                    data: {
                        object: {
                            /** @constant */
                            object: "webhook";
                            id: string;
                            /** @enum {string} */
                            status: "enabled" | "failing" | "disabled";
                            href: null;
                            patient_id: null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
    onWebhookDisabled: {
        parameters: {
            query?: never;
            header: {
                /**
                 * @description ID of the event, the same in every attempt. Store it to detect duplicates.
                 * @example evt_01m6dpfcsrezfag0xvx04n22nj
                 */
                "webhook-id": components["parameters"]["WebhookId"];
                /**
                 * @description Time of this attempt in seconds since 1970. Reject requests older than 5 minutes.
                 * @example 1794146820
                 */
                "webhook-timestamp": components["parameters"]["WebhookTimestamp"];
                /**
                 * @description `v1,` and base64 of HMAC-SHA256 over `id.timestamp.body`, keyed with the part of the secret after `whsec_`, decoded from base64. During a rotation the header has several signatures, separated by spaces: accept the request if one of them matches. Follows [Standard Webhooks](https://www.standardwebhooks.com).
                 * @example v1,K5oZfzN95Z9UVu1EsfQmfVNQhnkZ2pj9o9NDN/H/pI4=
                 */
                "webhook-signature": components["parameters"]["WebhookSignature"];
            };
            path?: never;
            cookie?: never;
        };
        requestBody: {
            content: {
                "application/json": components["schemas"]["Event"] & {
                    /** @constant */
                    type: "webhook.disabled";
                    data: {
                        object: {
                            /** @constant */
                            object: "webhook";
                            id: string;
                            /** @enum {string} */
                            status: "enabled" | "failing" | "disabled";
                            href: null;
                            patient_id: null;
                        } & {
                            [key: string]: unknown;
                        };
                    } & {
                        [key: string]: unknown;
                    };
                };
            };
        };
        responses: {
            /** @description Disables the webhook immediately. */
            410: {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Received. Respond within 15 seconds and process the event afterwards. */
            "2XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
            /** @description Any other response is retried, ten times over three days. */
            "4XX": {
                headers: {
                    [name: string]: unknown;
                };
                content?: never;
            };
        };
    };
}
