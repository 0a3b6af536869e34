import type { CreateLabConnectionInput, LabConnection } from '@/server/domain/lab-connections/contract';
import type { ConnectionKind, FeedField, Transport } from '@/server/data-types/lab-connection-codes';
import { parseTime } from '../../format/parse-time';
import { readEntries } from '../api-keys/key-words';
import { connectionFields } from './connection-fields';

/** The time zone meant by a typed name, part of a name or city; null if it is not exactly one. */
export function findZone(typed: string, zones: readonly string[]): string | null {
  const text = typed.trim().toLowerCase().replaceAll(' ', '_');
  const matching = (accepts: (zone: string, city: string) => boolean) =>
    zones.filter((zone) => accepts(zone.toLowerCase(), zone.toLowerCase().slice(zone.lastIndexOf('/') + 1)));
  const exact = matching((zone) => zone === text)[0];
  if (exact !== undefined) return exact;
  // Names that only the server or only the browser offers, such as Asia/Kolkata and Asia/Calcutta.
  if (text.includes('/') && isKnownZone(typed.trim())) return typed.trim();
  for (const found of [matching((_, city) => city === text), matching((_, city) => city.startsWith(text))])
    if (found.length > 0) return found.length === 1 ? found[0]! : null;
  return null;
}

/** As `HH:MM`. Also 24:00, and what the server rejects. */
const readTime = (typed: string | null | undefined): string => parseTime(typed ?? '') ?? typed ?? '';

function isKnownZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) instanceof Intl.DateTimeFormat;
  } catch {
    return false;
  }
}

export type Settings = Omit<CreateLabConnectionInput, 'kind' | 'transport' | 'enabled'>;

const numberOf = (text: string | null): number | null => (text === null ? null : Number(text));

/** All settings of the kind and transport; null for empty fields. */
export function readSettings(
  data: FormData,
  { kind, transport }: { kind: ConnectionKind; transport: Transport },
  zones: readonly string[],
): Settings {
  const typed = connectionFields.read(data);
  const days = data.getAll('days').map(Number);
  const name = typed.name ?? '';
  return {
    name,
    ...(kind === 'laboratory'
      ? {
          // An empty name is one error, not two.
          lab_name: typed.lab_name ?? typed.name ?? undefined,
          director: typed.director,
          accreditation_number: typed.accreditation_number,
          decimal_comma: typed.decimal_comma !== null,
          update_mode: typed.update_mode as Settings['update_mode'],
          accession_field: typed.accession_field as Settings['accession_field'],
        }
      : {
          create_patients: typed.create_patients !== null,
          update_demographics: data.getAll('update_demographics') as FeedField[],
          merge: typed.merge as Settings['merge'],
        }),
    ...(transport === 'mllp'
      ? {
          port: numberOf(typed.port),
          tls: typed.tls !== null,
          on_database_down: typed.on_database_down as Settings['on_database_down'],
          idle_minutes: numberOf(typed.idle_minutes) ?? undefined,
        }
      : {}),
    ...(transport === 'folder' ? {} : { allowed_addresses: readEntries(typed.allowed_addresses) }),
    sending_application: typed.sending_application,
    sending_facility: typed.sending_facility,
    receiving_application: typed.receiving_application,
    receiving_facility: typed.receiving_facility,
    processing_policy: typed.processing_policy as Settings['processing_policy'],
    // The server rejects an empty one, together with all other errors.
    time_zone: findZone(typed.time_zone ?? '', zones) ?? '',
    charset: typed.charset as LabConnection['charset'],
    mrn_authority: typed.mrn_authority,
    silence_hours: numberOf(typed.silence_hours),
    waiting_minutes: numberOf(typed.waiting_minutes) ?? undefined,
    working_hours:
      days.length === 0 ? null : { days, from: readTime(typed.working_from), to: readTime(typed.working_to) },
  };
}

/** Users tell the senders of reports and messages apart by name. @throws a problem of the field */
export function assertOwnName(name: string | undefined, others: readonly string[]): void {
  const typed = name?.trim().toLowerCase();
  if (!typed || !others.some((other) => other.toLowerCase() === typed)) return;
  const message = 'Another connection has this name.';
  throw Object.assign(new Error(message), {
    code: 'validation_failed',
    errors: [{ pointer: '/name', code: 'taken', message }],
  });
}
