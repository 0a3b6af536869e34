/** The form of a lab connection ↔ what the interface takes. */
import type { CreateLabConnectionInput, LabConnection } from '@/server/domain/lab-connections/contract';
import type { Transport } from '@/server/data-types/lab-connection-codes';
import { readEntries } from '../api-keys/key-words';
import { valueOf } from '../../client/form-values';

export type Settings = Omit<CreateLabConnectionInput, 'transport' | 'enabled'>;

/** Every setting that the form of this transport has; an empty field is none. */
export function readSettings(data: FormData, transport: Transport): Settings {
  const text = (name: string): string | null => valueOf(data, name);
  const number = (name: string): number | null => (text(name) === null ? null : Number(text(name)));
  const days = data.getAll('days').map(Number);
  const name = text('name') ?? '';
  return {
    name,
    lab_name: text('lab_name') ?? name,
    director: text('director'),
    accreditation_number: text('accreditation_number'),
    ...(transport === 'mllp' ? { port: number('port'), tls: data.get('tls') !== null } : {}),
    ...(transport === 'folder' ? {} : { allowed_addresses: readEntries(text('addresses')) }),
    ...(transport === 'mllp'
      ? {
          on_database_down: text('on_database_down') as Settings['on_database_down'],
          idle_minutes: number('idle_minutes') ?? undefined,
        }
      : {}),
    sending_application: text('sending_application'),
    sending_facility: text('sending_facility'),
    receiving_application: text('receiving_application'),
    receiving_facility: text('receiving_facility'),
    processing_policy: text('processing_policy') as Settings['processing_policy'],
    time_zone: text('time_zone') ?? '',
    charset: text('charset') as LabConnection['charset'],
    decimal_comma: data.get('decimal_comma') !== null,
    update_mode: text('update_mode') as Settings['update_mode'],
    mrn_authority: text('mrn_authority'),
    accession_field: text('accession_field') as Settings['accession_field'],
    silence_hours: number('silence_hours'),
    waiting_minutes: number('waiting_minutes') ?? undefined,
    working_hours:
      days.length === 0 ? null : { days, from: text('working_from') ?? '', to: text('working_to') ?? '' },
  };
}

/** Only what differs: the audit names what was changed. */
export function changedSettings(next: Settings, before: LabConnection): Partial<Settings> {
  const known: Record<string, unknown> = before;
  return Object.fromEntries(
    Object.entries(next).filter(([name, value]) => JSON.stringify(value) !== JSON.stringify(known[name])),
  );
}
