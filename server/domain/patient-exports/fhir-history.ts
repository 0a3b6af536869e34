import type { AuditEntry } from '../audit-log/contract';
import { HL7, instantOf, reference, resource, to, uuidOf, type Resource } from './fhir';
import type { ReviewNote } from './read-chart';

/** FHIR R4 resources about who did what with the chart. */

/** Who signed, commented on or forwarded a report. */
export const reviewResource = (resultId: string, review: ReviewNote): Resource =>
  resource('Provenance', review.id, {
    target: [to('lab_result', resultId)],
    recorded: instantOf(review.at),
    activity: { text: review.act.replaceAll('_', ' ') },
    reason: [{ text: review.note }],
    agent: [{ who: { display: review.by ?? 'Automatic' } }],
  });

const ACTIONS: Record<AuditEntry['kind'], string> = {
  read: 'R',
  list: 'R',
  download: 'R',
  write: 'U',
  auth: 'E',
};
const OUTCOMES: Record<AuditEntry['outcome'], string> = { allowed: '0', refused: '4', failed: '8' };

export const accessResource = (entry: AuditEntry, patient: string, organization: string): Resource =>
  resource('AuditEvent', uuidOf('audit_event', entry.id), {
    type: { system: `${HL7}/audit-event-type`, code: 'rest', display: 'RESTful Operation' },
    subtype: [{ display: entry.action }],
    action: ACTIONS[entry.kind],
    recorded: entry.at,
    outcome: OUTCOMES[entry.outcome],
    agent: [
      {
        who: { display: entry.who.name ?? (entry.who.id === 'system' ? 'System' : entry.who.id) },
        requestor: true,
      },
    ],
    source: { observer: { display: organization } },
    entity: [{ what: reference(patient) }],
  });
