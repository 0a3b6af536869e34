import { show } from './bare-ids';

/** `/v1` responses of the bare server. The benchmark compares them field by field with the product's. */

// oxlint-disable-next-line typescript/no-explicit-any -- rows as `pg` gives them
export type Row = Record<string, any>;

const iso = (at: Date | null): string | null => (at ? at.toISOString() : null);
const idOrNull = (prefix: string, uuid: string | null): string | null => (uuid === null ? null : show(prefix, uuid));

export function presentPatient(row: Row): Row {
  return {
    id: show('pat', row.id),
    object: 'patient',
    version: row.version,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    created_by: row.created_by,
    mrn: row.mrn,
    identifiers: row.identifiers,
    name: row.name,
    other_names: row.other_names,
    birth_date: row.birth_date,
    birth_date_estimated: row.birth_date_estimated,
    sex: row.sex,
    sex_at_birth: row.sex_at_birth,
    gender_identity: row.gender_identity,
    phones: row.phones,
    emails: row.emails,
    addresses: row.addresses,
    language: row.language,
    deceased_at: row.deceased_at,
    primary_clinician_id: idOrNull('usr', row.primary_clinician_id),
    external_id: row.external_id,
    status: row.status,
    merged_into_id: idOrNull('pat', row.merged_into_id),
    merged_from: (row.merged_from as string[]).map((id) => show('pat', id)),
    metadata: row.metadata,
  };
}

export function presentResult(row: Row, lines: Row[]): Row {
  return {
    id: show('res', row.id),
    object: 'lab_result',
    version: row.version,
    created_at: iso(row.created_at),
    updated_at: iso(row.updated_at),
    created_by: row.created_by,
    order_id: idOrNull('ord', row.order_id),
    patient_id: show('pat', row.patient_id),
    status: row.status,
    lab: row.lab,
    accession_number: row.accession_number,
    filler_order_number: row.filler_order_number,
    specimens: row.specimens,
    collected_at: iso(row.collected_at),
    collected_at_precision: row.collected_at_precision,
    received_at: iso(row.received_at),
    reported_at: iso(row.reported_at),
    issued_at: iso(row.issued_at),
    severity: row.severity,
    panels: row.panels.map((panel: Row) => ({ ...panel, observations: lines.filter((line) => show('pnl', line.panel_id) === panel.id).map(presentLine) })),
    notes: row.notes,
    document_ids: row.document_ids,
    pending_tests: row.pending_tests,
    review: { status: 'unreviewed', reviews: row.reviews },
    corrections: row.corrections,
    source: row.source,
    computed_flags_present: row.computed_flags_present,
  };
}

function presentLine(row: Row): Row {
  return {
    id: show('obs', row.id),
    code: row.code,
    code_system: row.code_system,
    loinc: row.loinc,
    name: row.name,
    value_type: row.value_type,
    value_text: row.value_text,
    value_number: row.value_number,
    comparator: row.comparator,
    value_code: row.value_code,
    unit: row.unit,
    ucum: row.ucum,
    reference_range: row.reference_range,
    interpretation: row.interpretation,
    flags: row.flags,
    interpretation_source: row.interpretation_source,
    severity: row.severity,
    status: row.status,
    observed_at: iso(row.observed_at),
    method: row.method,
    device: row.device,
    performing_lab: row.performing_lab,
    sub_id: row.sub_id,
    notes: row.notes,
    previous: row.previous ? { value_text: row.previous.text, observed_at: new Date(row.previous.at).toISOString() } : null,
  };
}
