/**
 * Members of every resource, written from the design of the interface; `org_id` is in none of them but events. A member that the
 * OpenAPI document has and this list has not is a field beyond the right.
 */

const COMMON = ['id', 'object', 'version', 'created_at', 'updated_at', 'created_by'];

export const FIELD_NAMES: Record<string, readonly string[]> = {
  Patient: [
    ...COMMON,
    ...[
      'mrn',
      'identifiers',
      'name',
      'other_names',
      'birth_date',
      'birth_date_estimated',
      'sex',
      'sex_at_birth',
    ],
    ...[
      'gender_identity',
      'phones',
      'emails',
      'addresses',
      'language',
      'deceased_at',
      'primary_clinician_id',
    ],
    ...['external_id', 'status', 'merged_into_id', 'metadata'],
  ],
  LabOrder: [
    ...COMMON,
    ...['order_number', 'external_id', 'patient_id', 'items', 'priority', 'ordering_clinician', 'copy_to'],
    ...['diagnoses', 'fasting', 'collection', 'notes', 'lab_id', 'status', 'status_history', 'result_ids'],
    ...['expected_by', 'overdue', 'cancelled_reason'],
  ],
  LabResult: [
    ...COMMON,
    ...['order_id', 'patient_id', 'status', 'lab', 'accession_number', 'filler_order_number', 'specimens'],
    ...[
      'collected_at',
      'collected_at_precision',
      'received_at',
      'received_at_precision',
      'reported_at',
      'reported_at_precision',
      'issued_at',
      'severity',
      'panels',
    ],
    ...[
      'notes',
      'document_ids',
      'pending_tests',
      'review',
      'corrections',
      'source',
      'computed_flags_present',
    ],
  ],
  CatalogTest: [
    ...['id', 'object', 'code', 'loinc', 'name', 'short_name', 'synonyms', 'kind', 'components', 'category'],
    ...['specimen', 'fasting_required', 'turnaround_hours', 'questions', 'lab', 'active', 'critical_low'],
    ...['critical_high', 'updated_at'],
    // A single test stands like a component of a panel, and says when it came in and from where.
    ...['created_at', 'unit', 'reference_ranges', 'source'],
  ],
  Document: [
    ...COMMON,
    ...['patient_id', 'title', 'category', 'type', 'document_date', 'description', 'author', 'order_id'],
    ...['result_id', 'file_name', 'content_type', 'declared_content_type', 'size', 'sha256', 'page_count'],
    ...['encrypted', 'duplicate_of', 'status', 'scan_status', 'content_url', 'upload', 'metadata'],
  ],
  // Thin: ids, type and time. The one place where the organisation is named.
  // `test` only where an administrator tries a webhook.
  Event: [
    ...['test', 'id', 'object', 'type', 'created_at', 'sequence', 'api_version', 'org_id', 'actor', 'data'],
  ],
  Webhook: [
    ...COMMON,
    ...['url', 'events', 'description', 'enabled', 'status', 'disabled_reason', 'secret', 'secret_hint'],
    ...['last_success_at', 'last_failure_at', 'consecutive_failures', 'metadata'],
  ],
};

/** What callers would like to set and may not. */
export const FORBIDDEN: readonly string[] = [
  ...['id', 'org_id', 'orgId', 'object', 'created_at', 'updated_at', 'created_by', 'mode', 'role', 'version'],
  ...['sequence', 'deleted_at', 'storage_key', 'actor'],
];
