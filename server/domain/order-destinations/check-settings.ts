import { createPrivateKey, X509Certificate, type KeyObject } from 'node:crypto';
import path from 'node:path';
import { DomainError } from '../../errors/domain-error';
import type { FieldError } from '../../errors/field-error';
import { checkTarget } from '../../outbound/outbound-guard';
import { checkHost, orderPolicy } from '../../outbound/open-socket';
import { parseUrl } from '../../parse-url';
import type { DestinationRow } from './access';
import type { SaveOrderDestinationInput } from './contract';

/** The settings to store, with secrets in plain text. */
export interface Settings extends Omit<SaveOrderDestinationInput, 'id' | 'client_key' | 'bearer_token'> {
  client_key: string | null;
  bearer_token: string | null;
  directory: string | null;
}

const required = (pointer: string, message = 'is required'): FieldError => ({
  pointer,
  code: 'required',
  message,
});

/** Fields of each transport; others must be empty. */
const FIELDS = {
  mllp: ['host', 'port', 'tls', 'ca_certificate', 'client_certificate', 'client_key'],
  https: ['url', 'ca_certificate', 'client_certificate', 'client_key', 'bearer_token'],
  folder: ['directory'],
} as const satisfies Record<DestinationRow['transport'], readonly (keyof Settings)[]>;
const ALL = [...new Set(Object.values(FIELDS).flat())];

/** Names every field that is missing, wrong or of another transport. Uses DNS. @throws DomainError `validation_failed` */
export async function assertComplete(settings: Settings): Promise<void> {
  const errors = [
    ...otherTransport(settings),
    ...(await target(settings)),
    ...certificates(settings),
    ...message(settings),
  ];
  if (errors.length > 0)
    throw new DomainError('validation_failed', 'One or more fields are not valid.', { errors });
}

/**
 * Stored secrets are for one address. After a change they must be entered again; otherwise an administrator could have
 * them sent to any address.
 * @param kept the secrets that the request leaves as they are
 */
export function assertSameAddress(
  before: DestinationRow,
  settings: Settings,
  kept: readonly ('client_key' | 'bearer_token')[],
): void {
  const used = kept.filter((field) => (FIELDS[settings.transport] as readonly string[]).includes(field));
  if (used.length === 0 || address(before) === address(settings)) return;
  throw new DomainError('validation_failed', 'One or more fields are not valid.', {
    errors: used.map((field) =>
      required(`/${field}`, 'must be entered again, because the address has changed'),
    ),
  });
}

function address({ host, port, url }: Pick<Settings, 'host' | 'port' | 'url'>): string {
  if (url !== null) return parseUrl(url)?.origin ?? url;
  return `${host?.toLowerCase()}:${port}`;
}

function otherTransport(settings: Settings): FieldError[] {
  const own: readonly string[] = FIELDS[settings.transport];
  return ALL.filter(
    (field) => !own.includes(field) && settings[field] !== null && settings[field] !== false,
  ).map((field) => ({
    pointer: `/${field}`,
    code: 'not_allowed',
    message: `is not used by the transport ${settings.transport}`,
  }));
}

async function target(settings: Settings): Promise<FieldError[]> {
  const { transport, host, port, url, directory } = settings;
  if (transport === 'folder') {
    if (directory === null) return [required('/directory')];
    return path.isAbsolute(directory)
      ? []
      : [{ pointer: '/directory', code: 'invalid_format', message: 'must be an absolute path' }];
  }
  if (transport === 'mllp') {
    if (host === null || port === null)
      return [...(host === null ? [required('/host')] : []), ...(port === null ? [required('/port')] : [])];
    const problem = await checkHost(host, port);
    return problem ? [{ pointer: `/${problem.field}`, code: problem.code, message: problem.message }] : [];
  }
  if (url === null) return [required('/url')];
  const problem = await checkTarget(url, orderPolicy());
  const unnamed =
    settings.bearer_token === null && settings.client_certificate === null
      ? [required('/bearer_token', 'is required unless there is a client certificate')]
      : [];
  return [...(problem ? [{ pointer: '/url', ...problem }] : []), ...unnamed];
}

function certificates(settings: Settings): FieldError[] {
  const { transport, tls, ca_certificate: ca, client_certificate: certificate, client_key: key } = settings;
  const errors: FieldError[] = [];
  const wrong = (field: string, message: string) =>
    errors.push({ pointer: `/${field}`, code: 'invalid_format', message });
  if (transport === 'mllp' && !tls)
    for (const field of ['ca_certificate', 'client_certificate', 'client_key'] as const)
      if (settings[field] !== null)
        errors.push({ pointer: `/${field}`, code: 'not_allowed', message: 'requires TLS' });
  if (certificate !== null && key === null) errors.push(required('/client_key'));
  if (certificate === null && key !== null) errors.push(required('/client_certificate'));
  if (ca !== null && !readCertificate(ca)) wrong('ca_certificate', 'must be a certificate in PEM format');
  const own = certificate === null ? null : readCertificate(certificate);
  if (certificate !== null && !own) wrong('client_certificate', 'must be a certificate in PEM format');
  const secret = key === null ? null : readKey(key);
  if (key !== null && !secret) wrong('client_key', 'must be an unencrypted private key in PEM format');
  if (own && secret && !own.checkPrivateKey(secret))
    wrong('client_key', 'does not belong to the client certificate');
  if (own && new Date(own.validTo) < new Date()) wrong('client_certificate', 'has expired');
  return errors;
}

function message({ message_type, hl7_version }: Settings): FieldError[] {
  return message_type === 'OML^O21' && hl7_version !== '2.5.1'
    ? [{ pointer: '/hl7_version', code: 'not_allowed', message: 'must be 2.5.1 for OML^O21' }]
    : [];
}

function readCertificate(pem: string): X509Certificate | null {
  try {
    return new X509Certificate(pem);
  } catch {
    return null;
  }
}

function readKey(pem: string): KeyObject | null {
  try {
    return createPrivateKey(pem);
  } catch {
    return null;
  }
}
