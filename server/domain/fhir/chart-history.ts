import type { AuditEntry } from '../audit-log/contract';
import { HL7, resource, uuidOf, type Links, type Resource } from './resource';

/** Who did what with the chart. Only in the export of a patient. */

interface ReviewNote {
  /** UUID */
  id: string;
  act: string;
  at: Date;
  by: string | null;
  note: string | null;
}

/** Who signed, commented on or forwarded a report. */
export const reviewResource = (resultId: string, review: ReviewNote, links: Links): Resource =>
  resource('Provenance', review.id, {
    target: [links.to('DiagnosticReport', uuidOf('lab_result', resultId))],
    recorded: review.at.toISOString(),
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
const OUTCOMES: Record<AuditEntry['outcome'], string> = {
  allowed: '0',
  refused: '4',
  failed: '8',
  prompted: '4',
};

/** @param patient UUID */
export const accessResource = (entry: AuditEntry, patient: string, links: Links): Resource =>
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
    source: { observer: links.organization },
    entity: [{ what: links.to('Patient', patient) }],
  });
