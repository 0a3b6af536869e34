import { LOINC_SYSTEM } from '../../shared/code-search';
import {
  absent,
  uuidOf,
  codeOf,
  dateTime,
  HL7,
  ownIdentifier,
  resource,
  type Links,
  type Resource,
} from './resource';
import type { LabResult } from '../lab-results/contract';
import { correctionsOf } from './corrections';
import { requisition } from './service-request';

export const REPORT_STATUSES: Record<LabResult['status'], string> = {
  preliminary: 'preliminary',
  partial: 'partial',
  final: 'final',
  corrected: 'corrected',
  cancelled: 'cancelled',
  entered_in_error: 'entered-in-error',
};

/** LOINC: Laboratory report. */
const SEVERAL = '11502-2';

/** A report of one panel is that panel; its code would be wrong for a report of several. */
function reportCode(panels: LabResult['panels']) {
  const [panel] = panels;
  if (panels.length === 1 && panel)
    return codeOf(panel.name, panel.loinc, [{ code: panel.code, system: null, display: panel.name }]);
  const text = panels.map(({ name }) => name).join(', ') || 'Laboratory report';
  return { coding: [{ system: LOINC_SYSTEM, code: SEVERAL, display: 'Laboratory report' }], text };
}

/** @param isRelated whether the order of the report can be read there */
export function diagnosticReport(
  result: LabResult,
  links: Links,
  isRelated: (orderId: string) => boolean = () => true,
): Resource {
  const specimens = result.specimens.map((specimen, at) => ({
    resourceType: 'Specimen',
    id: `specimen-${at + 1}`,
    identifier: [{ value: specimen.id }],
    type: { text: specimen.type ?? specimen.type_code },
    subject: links.to('Patient', uuidOf('patient', result.patient_id)),
    receivedTime: specimen.received_at,
    collection: { collectedDateTime: specimen.collected_at },
    condition: [{ text: specimen.condition }],
    note: [{ text: specimen.rejected_reason }],
  }));
  return resource('DiagnosticReport', uuidOf('lab_result', result.id), {
    meta: { versionId: String(result.version), lastUpdated: result.updated_at },
    contained: specimens,
    extension: correctionsOf(result, null),
    identifier: [
      ownIdentifier('labs/results', result.id),
      { value: result.accession_number },
      { value: result.filler_order_number },
    ],
    basedOn:
      result.order_id !== null && isRelated(result.order_id)
        ? [{ type: 'ServiceRequest', identifier: requisition(result.order_id) }]
        : null,
    status: REPORT_STATUSES[result.status],
    category: [{ coding: [{ system: `${HL7}/v2-0074`, code: 'LAB', display: 'Laboratory' }] }],
    code: reportCode(result.panels),
    subject: links.to('Patient', uuidOf('patient', result.patient_id)),
    ...effective(result.collected_at, result.collected_at_precision),
    issued: result.issued_at,
    performer: [{ display: result.lab.name }],
    specimen: specimens.map(({ id }) => ({ reference: `#${id}` })),
    result: result.panels.map(({ id }) => links.to('Observation', links.panelId(result.id, id))),
    conclusion: result.notes.map(({ text }) => text).join('\n\n'),
    presentedForm: result.document_ids.map((id) => links.attachment(uuidOf('document', id))),
  });
}

/** US Core requires a time; laboratories do not always send one. */
export const effective = (at: string | null, precision: string | null): Record<string, unknown> =>
  at === null ? { _effectiveDateTime: absent('unknown') } : { effectiveDateTime: dateTime(at, precision) };
