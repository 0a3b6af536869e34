/** The fields of a destination for orders, named after its settings. */
import { MAX_ATTEMPTS, MAX_WAIT_SECONDS } from '@/server/domain/order-destinations/rules';
import { defineFields } from '../../client/form-fields';

const HD = { optional: true, autoComplete: 'off', maxLength: 180 } as const;
const PEM = {
  optional: true,
  rows: 4,
  spellCheck: false,
  autoComplete: 'off',
  className: 'max-w-2xl font-mono',
} as const;

export const destinationFields = defineFields({
  transport: { pointer: '/transport', label: 'Transport', className: 'max-w-xl' },
  lab_id: {
    pointer: '/lab_id',
    label: 'Test catalog',
    hint: 'Orders of these tests are sent here.',
    className: 'max-w-xl',
  },
  host: {
    pointer: '/host',
    label: 'Host',
    required: true,
    maxLength: 253,
    autoComplete: 'off',
    spellCheck: false,
  },
  port: { pointer: '/port', label: 'Port', type: 'number', required: true, min: 1, max: 65_535 },
  tls: { pointer: '/tls', label: 'Use TLS' },
  url: {
    pointer: '/url',
    label: 'URL',
    hint: 'Messages are sent by POST.',
    required: true,
    maxLength: 2_048,
    autoComplete: 'off',
    spellCheck: false,
    className: 'max-w-2xl',
  },
  bearer_token: {
    pointer: '/bearer_token',
    label: 'Bearer token',
    optional: true,
    maxLength: 4_000,
    autoComplete: 'off',
    spellCheck: false,
    className: 'max-w-2xl',
  },
  ca_certificate: {
    pointer: '/ca_certificate',
    label: 'Certificate authority of the laboratory (PEM)',
    hint: 'Leave blank to trust public authorities.',
    ...PEM,
  },
  client_certificate: { pointer: '/client_certificate', label: 'Client certificate (PEM)', ...PEM },
  client_key: { pointer: '/client_key', label: 'Private key of the client certificate (PEM)', ...PEM },
  message: { pointer: '/message_type', label: 'Message', className: 'max-w-xl' },
  hl7_version: { pointer: '/hl7_version', label: 'Message' },
  processing_id: { pointer: '/processing_id', label: 'Processing ID (MSH-11)', className: 'max-w-xl' },
  sending_application: { pointer: '/sending_application', label: 'Sending application (MSH-3)', ...HD },
  sending_facility: { pointer: '/sending_facility', label: 'Sending facility (MSH-4)', ...HD },
  receiving_application: { pointer: '/receiving_application', label: 'Receiving application (MSH-5)', ...HD },
  receiving_facility: { pointer: '/receiving_facility', label: 'Receiving facility (MSH-6)', ...HD },
  account_number: {
    pointer: '/account_number',
    label: 'Account number',
    hint: 'Of your organization at the laboratory (PID-18)',
    optional: true,
    maxLength: 100,
    autoComplete: 'off',
    className: 'max-w-xl',
  },
  provider_identifier_type: {
    pointer: '/provider_identifier_type',
    label: 'Ordering clinicians are identified by',
    className: 'max-w-xl',
  },
  charset: { pointer: '/charset', label: 'Character set (MSH-18)', className: 'max-w-xl' },
  acknowledgment_mode: { pointer: '/acknowledgment_mode', label: 'Acknowledgments', className: 'max-w-xl' },
  wait_seconds: {
    pointer: '/wait_seconds',
    label: 'Acknowledgment timeout (seconds)',
    hint: `1 to ${MAX_WAIT_SECONDS}`,
    type: 'number',
    required: true,
    min: 1,
    max: MAX_WAIT_SECONDS,
    className: 'max-w-80',
  },
  most_attempts: {
    pointer: '/most_attempts',
    label: 'Attempts before an order counts as failed',
    hint: `1 to ${MAX_ATTEMPTS.toLocaleString('en')}`,
    type: 'number',
    required: true,
    min: 1,
    max: MAX_ATTEMPTS,
    className: 'max-w-80',
  },
});

export type DestinationControls = ReturnType<typeof destinationFields.controls>;
