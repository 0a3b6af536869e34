/** The fields of a lab connection, named after its settings. */
import {
  HIGHEST_PORT,
  LOWEST_PORT,
  MAX_IDLE_MINUTES,
  MAX_WAITING_MINUTES,
} from '@/server/domain/lab-connections/rules';
import { defineFields } from '../../client/form-fields';

const OPTIONAL_TEXT = { optional: true, autoComplete: 'off' } as const;
const SENDER = { ...OPTIONAL_TEXT, maxLength: 180 } as const;
const MINUTES = { type: 'number', required: true, min: 1, className: 'max-w-96' } as const;
const TIME = {
  optional: true,
  autoComplete: 'off',
  className: 'w-48',
} as const;

export const connectionFields = defineFields({
  kind: { pointer: '/kind', label: 'Sender' },
  transport: { pointer: '/transport', label: 'Transport' },
  name: {
    pointer: '/name',
    label: 'Name',
    hint: 'As shown in the portal',
    required: true,
    maxLength: 100,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  lab_name: {
    pointer: '/lab_name',
    label: 'Laboratory',
    hint: 'As shown on reports. Leave blank to use the name above.',
    ...OPTIONAL_TEXT,
    maxLength: 200,
    className: 'max-w-xl',
  },
  director: {
    pointer: '/director',
    label: 'Laboratory director',
    hint: 'Shown at the end of reports',
    ...OPTIONAL_TEXT,
    maxLength: 200,
  },
  accreditation_number: {
    pointer: '/accreditation_number',
    label: 'Accreditation number',
    hint: 'Shown at the end of reports',
    ...OPTIONAL_TEXT,
    maxLength: 100,
  },
  port: {
    pointer: '/port',
    label: 'Port',
    missing: 'Enter a port.',
    hint: `A free port from ${LOWEST_PORT} to ${HIGHEST_PORT}`,
    type: 'number',
    required: true,
    min: LOWEST_PORT,
    max: HIGHEST_PORT,
    className: 'max-w-64',
  },
  tls: { pointer: '/tls', label: 'Require TLS' },
  allowed_addresses: {
    pointer: '/allowed_addresses',
    label: 'Allowed addresses',
    hint: 'One per line, for example 198.51.100.0/24 or 2001:db8::/32. Leave blank to allow all.',
    optional: true,
    rows: 3,
    spellCheck: false,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  on_database_down: {
    pointer: '/on_database_down',
    label: 'If messages cannot be stored',
    className: 'max-w-xl',
  },
  idle_minutes: {
    pointer: '/idle_minutes',
    label: 'Idle time before closing (minutes)',
    hint: '1 to 10,080 minutes without a message',
    ...MINUTES,
    max: MAX_IDLE_MINUTES,
  },
  sending_application: {
    pointer: '/sending_application',
    label: 'Sending application (MSH-3)',
    hint: 'Others are rejected. Leave blank to allow any.',
    ...SENDER,
  },
  sending_facility: {
    pointer: '/sending_facility',
    label: 'Sending facility (MSH-4)',
    hint: 'Others are rejected. Leave blank to allow any.',
    ...SENDER,
  },
  receiving_application: {
    pointer: '/receiving_application',
    label: 'Receiving application (MSH-5)',
    hint: 'Leave blank to ignore.',
    ...SENDER,
  },
  receiving_facility: {
    pointer: '/receiving_facility',
    label: 'Receiving facility (MSH-6)',
    hint: 'Leave blank to ignore.',
    ...SENDER,
  },
  processing_policy: {
    pointer: '/processing_policy',
    label: 'Messages not marked as production (MSH-11)',
  },
  time_zone: {
    pointer: '/time_zone',
    label: 'Time zone of the sender',
    hint: 'For times sent without one. Type a city, for example Berlin.',
    required: true,
    maxLength: 64,
    autoComplete: 'off',
    spellCheck: false,
    className: 'max-w-xl',
  },
  charset: {
    pointer: '/charset',
    label: 'Character set',
    hint: 'For messages without a character set (MSH-18)',
    className: 'max-w-xl',
  },
  decimal_comma: { pointer: '/decimal_comma', label: 'Numbers have a decimal comma (5,4)' },
  update_mode: { pointer: '/update_mode', label: 'A new version of a report contains' },
  mrn_authority: {
    pointer: '/mrn_authority',
    label: 'Assigning authority of the MRN (PID-3.4)',
    hint: 'Leave blank to use the identifier of type MR, or the only one.',
    ...SENDER,
    className: 'max-w-xl',
  },
  create_patients: { pointer: '/create_patients', label: 'Create unknown patients' },
  update_demographics: {
    pointer: '/update_demographics',
    label: 'Fields of known patients that messages update',
    hint: 'A different birth date or sex is always held for review.',
  },
  merge: { pointer: '/merge', label: 'When the hospital merges two records' },
  accession_field: { pointer: '/accession_field', label: 'Accession number', className: 'max-w-xl' },
  waiting_minutes: {
    pointer: '/waiting_minutes',
    label: 'Processing time before an alert (minutes)',
    hint: '1 to 1,440',
    ...MINUTES,
    max: MAX_WAITING_MINUTES,
  },
  silence_hours: {
    pointer: '/silence_hours',
    label: 'Silence before an alert (hours)',
    hint: 'Leave blank for no alert.',
    optional: true,
    type: 'number',
    min: 1,
    max: 720,
    className: 'max-w-80',
  },
  working_from: {
    pointer: '/working_hours/from',
    label: 'Start of working hours',
    hint: 'For example 08:00',
    ...TIME,
  },
  working_to: {
    pointer: '/working_hours/to',
    label: 'End of working hours',
    hint: 'For example 18:00 or 24:00',
    ...TIME,
  },
  days: {
    pointer: '/working_hours',
    label: 'Working days',
    hint: 'Only these days and hours count for the alert. Select none to count all hours.',
  },
});

export type ConnectionControls = ReturnType<typeof connectionFields.controls>;
