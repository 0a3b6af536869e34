import os from 'node:os';
import { PREFIX, showId, type Kind } from '../../shared/ids';
import type { StreamedRow } from './rows';

/** A syslog message (RFC 5424) in a frame of RFC 5425: its length in bytes, a space, the message. */

/** "log audit" of RFC 5424. */
const FACILITY = 13;
const SEVERITY = { allowed: 6, refused: 4, failed: 3 } as const;
/** More would exceed the 8 KB that receivers should accept. */
const MOST_PATIENTS = 100;

/** Printable ASCII without spaces, or the nil value. */
const word = (text: string, most: number): string => text.replaceAll(/[^!-~]/g, '').slice(0, most) || '-';

const HOST = word(os.hostname(), 255);

export function syslogFrame(orgId: string, row: StreamedRow): Buffer {
  const head = [
    `<${FACILITY * 8 + SEVERITY[row.outcome]}>1`,
    row.at.toISOString(),
    HOST,
    'clinical',
    '-',
    word(row.action, 32),
    // No structured data: its names need a number that is registered for the vendor.
    '-',
  ].join(' ');
  // The mark announces UTF-8.
  const message = Buffer.from(`${head} \ufeff${JSON.stringify(contentOf(orgId, row))}`);
  return Buffer.concat([Buffer.from(`${message.length} `), message]);
}

const isKind = (kind: string): kind is Kind => Object.hasOwn(PREFIX, kind);

/** IDs and codes, as in the audit log of the portal; never names or values. */
function contentOf(orgId: string, row: StreamedRow) {
  const { objectKind, objectId, patientIds } = row;
  return {
    id: showId('audit_event', row.id),
    organization: showId('organization', orgId),
    at: row.at.toISOString(),
    actor: row.actor,
    app: row.app,
    transport: row.transport,
    action: row.action,
    kind: row.kind,
    outcome: row.outcome,
    code: row.code,
    object: objectKind && objectId && isKind(objectKind) ? showId(objectKind, objectId) : null,
    patients: patientIds.slice(0, MOST_PATIENTS).map((id) => showId('patient', id)),
    patient_count: patientIds.length,
    request_id: row.requestId,
    ip: row.ip,
  };
}
