import { createHash, hkdfSync } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { isIP } from 'node:net';
import path from 'node:path';
import ipaddr from 'ipaddr.js';
import { z } from 'zod';
import { DEFAULT_FILE_BYTES } from './file-sizes';
import { parseUrl } from './parse-url';

/**
 * The only reader of `process.env`. Every setting is validated at startup and all problems are reported in one message.
 * Values generated at startup (embedded database address, keys) are added once with `completeEnv`.
 */

const flag = z
  .enum(['true', 'false'], { error: 'must be true or false' })
  .transform((value) => value === 'true');
const csv = z.string().transform((value) =>
  value
    .split(',')
    .map((part) => part.trim())
    .filter(Boolean),
);

/** IPv4-mapped callers are compared as IPv4, so an IPv4-mapped range would match no one. */
function isCidr(entry: string): boolean {
  const [address = '', bits = '', ...rest] = entry.split('/');
  const family = address.includes('%') ? 0 : isIP(address);
  if (family === 0 || rest.length > 0 || !/^\d{1,3}$/.test(bits)) return false;
  return Number(bits) <= (family === 4 ? 32 : 128) && ipaddr.process(address).kind() === `ipv${family}`;
}

/** Reports the position of an invalid entry; values are never repeated. */
const cidrList = csv.superRefine((list, ctx) => {
  for (const [nth, entry] of list.entries())
    if (!isCidr(entry))
      ctx.addIssue({
        code: 'custom',
        message: `must be a comma-separated list of CIDRs such as 10.0.0.0/8; entry ${nth + 1} is not valid`,
      });
});
const postgresUrl = z
  .string()
  .regex(/^postgres(ql)?:\/\/\S+$/, 'must be a URL such as postgres://user:password@host:5432/database')
  .refine((value) => !/target_session_attrs=(?!read-write(&|$))/.test(value), {
    error: 'must have no target_session_attrs other than read-write',
  });
/** `smtp://` (STARTTLS) or `smtps://`: host, optional port and credentials, nothing after them. */
function isSmtpUrl(value: string): boolean {
  const url = parseUrl(value);
  return (
    url !== null &&
    /^smtps?:$/.test(url.protocol) &&
    url.hostname !== '' &&
    (url.pathname === '' || url.pathname === '/') &&
    url.search === '' &&
    url.hash === '' &&
    isPercentText(url.username) &&
    isPercentText(url.password)
  );
}

/** `http://` or `https://`: host, optional port and credentials, nothing after them. */
function isProxyUrl(value: string): boolean {
  const url = parseUrl(value);
  return (
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.pathname === '/' &&
    url.search === '' &&
    url.hash === '' &&
    isPercentText(url.username) &&
    isPercentText(url.password)
  );
}

/** `tls://`: host and optional port, nothing else. */
function isSyslogUrl(value: string): boolean {
  const url = parseUrl(value);
  return (
    url !== null &&
    url.protocol === 'tls:' &&
    url.hostname !== '' &&
    (url.pathname === '' || url.pathname === '/') &&
    url.username + url.password + url.search + url.hash === ''
  );
}

/** `s3://`: bucket and optional prefix. */
const isBucketUrl = (value: string): boolean =>
  /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](?:\/[A-Za-z0-9._-]+)*\/?$/.test(value) && !value.includes('..');

const bucketUrl = z.string().refine(isBucketUrl, 'must be a URL such as s3://bucket or s3://bucket/prefix');

function isPercentText(text: string): boolean {
  try {
    return !decodeURIComponent(text).includes('\0');
  } catch {
    return false;
  }
}

const port = z.coerce
  .number({ error: 'must be a port number' })
  .int('must be a port number')
  .min(1, 'must be from 1 to 65535')
  .max(65535, 'must be from 1 to 65535');
const positive = z.coerce
  .number({ error: 'must be a number' })
  .int('must be a whole number')
  .positive('must be greater than 0');
const encryptionKeys = z
  .string()
  .refine(
    (value) => parseEncryptionKeys(value) !== null,
    'must be id:base64 pairs of 32-byte keys, comma-separated; the first one writes',
  );

const portList = csv
  .refine(
    (list) => list.every((entry) => port.safeParse(entry).success),
    'must be a comma-separated list of ports',
  )
  .transform((list) => list.map(Number));

const otlpUrl = z.url({ protocol: /^https?$/, error: 'must be an http or https URL' });
const otlpProtocol = z.literal('http/json', { error: 'must be http/json' }).optional();

const schema = z.object({
  NODE_ENV: z.enum(['development', 'production', 'test']).default('production'),
  HOST: z.string().min(1).default('127.0.0.1'),
  PORT: port.default(3000),
  /** A second listener, for probes and metrics only. */
  HEALTH_HOST: z.string().min(1).default('127.0.0.1'),
  HEALTH_PORT: port.optional(),
  PUBLIC_URL: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  DATA_DIR: z.string().min(1).default('.data'),
  /** `small`: twelve charts, without generated patients. */
  DEMO_DATA: z.enum(['full', 'small', 'none'], { error: 'must be full, small or none' }).default('full'),
  STORAGE_URL: bucketUrl.optional(),
  S3_ENDPOINT: z.url({ protocol: /^https?$/, error: 'must be an http or https URL' }).optional(),
  S3_REGION: z.string().min(1).default('us-east-1'),
  S3_PATH_STYLE: flag.default(false),
  S3_ACCESS_KEY_ID: z.string().min(1).optional(),
  S3_SECRET_ACCESS_KEY: z.string().min(1).optional(),
  S3_ENCRYPTION: z
    .enum(['AES256', 'aws:kms', 'none'], { error: 'must be AES256, aws:kms or none' })
    .default('AES256'),
  S3_KMS_KEY_ID: z.string().min(1).optional(),
  STAGING_MAX_BYTES: positive.default(4 * 1024 ** 3),
  DATABASE_URL: postgresUrl.optional(),
  MIGRATION_DATABASE_URL: postgresUrl.optional(),
  DATABASE_REPLICA_URL: postgresUrl
    .refine(
      (value) => !/^[^/]*\/\/(?:[^/?#]*@)?[^/?#@]*,[^/?#@]*(?:[/?#]|$)/.test(value),
      'must name one server',
    )
    .optional(),
  DATABASE_POOL: positive.min(2, 'must be at least 2').max(500).default(16),
  DRAIN_SECONDS: z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(0, 'must be 0 or more')
    .max(300, 'must be 300 or less')
    .optional(),
  CLINICAL_ROLES: csv
    .refine(
      (roles) => roles.length > 0 && roles.every((role) => ['web', 'worker', 'intake'].includes(role)),
      'must list web, worker or intake',
    )
    .default(['web', 'worker', 'intake']),
  ENCRYPTION_KEYS: encryptionKeys.optional(),
  MAX_UPLOAD_BYTES: positive.max(500 * 1024 * 1024).default(DEFAULT_FILE_BYTES),
  MALWARE_COMMAND: z.string().min(1).optional(),
  SECURITY_CONTACT: z
    .url({ protocol: /^(?:mailto|https|tel)$/, error: 'must be a mailto:, https: or tel: URL' })
    .optional(),
  AUDIT_ANCHOR_FILE: z.string().min(1).optional(),
  AUDIT_ARCHIVE_DIR: z.string().min(1).optional(),
  AUDIT_ARCHIVE_URL: bucketUrl.optional(),
  AUDIT_SYSLOG_URL: z
    .string()
    .refine(isSyslogUrl, 'must be a URL such as tls://logs.example.org:6514')
    .optional(),
  AUDIT_SYSLOG_CA: z.string().min(1).optional(),
  BACKUP_DIR: z.string().min(1).optional(),
  /** Local time of the machine. */
  BACKUP_HOUR: z.coerce
    .number({ error: 'must be an hour from 0 to 23' })
    .int('must be an hour from 0 to 23')
    .min(0, 'must be an hour from 0 to 23')
    .max(23, 'must be an hour from 0 to 23')
    .default(2),
  BACKUP_KEEP: positive.max(1000).default(7),
  BACKUP_PASSPHRASE: z.string().min(12, 'must have at least 12 characters').optional(),
  WEBHOOK_ALLOW_CIDRS: cidrList.default([]),
  WEBHOOK_ALLOW_PORTS: portList.default([]),
  WEBHOOK_ALLOW_HTTP: flag.default(false),
  ORDER_ALLOW_CIDRS: cidrList.default([]),
  ORDER_ALLOW_PORTS: portList.default([]),
  EGRESS_PROXY: z
    .string()
    .refine(isProxyUrl, 'must be a URL such as http://user:password@proxy.example.org:3128')
    .optional(),
  WEBHOOK_RATE: positive.max(1000).default(50),
  TRUSTED_PROXIES: cidrList.default([]),
  MLLP_HOST: z.string().min(1).default('127.0.0.1'),
  MLLP_TLS_CERT: z.string().min(1).optional(),
  MLLP_TLS_KEY: z.string().min(1).optional(),
  MLLP_TLS_CLIENT_CA: z.string().min(1).optional(),
  SMTP_URL: z
    .string()
    .refine(isSmtpUrl, 'must be a URL such as smtps://user:password@mail.example.org:465')
    .optional(),
  MAIL_FROM: z.email('must be an email address, without a name').max(254).optional(),
  LOG_LEVEL: z
    .enum(['fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'], {
      error: 'must be fatal, error, warn, info, debug, trace or silent',
    })
    .default('info'),
  METRICS_TOKEN: z.string().min(16, 'must have at least 16 characters').optional(),
  OTEL_EXPORTER_OTLP_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_TRACES_ENDPOINT: otlpUrl.optional(),
  OTEL_EXPORTER_OTLP_HEADERS: z.string().min(1).optional(),
  OTEL_EXPORTER_OTLP_PROTOCOL: otlpProtocol,
  OTEL_EXPORTER_OTLP_TRACES_PROTOCOL: otlpProtocol,
  OTEL_TRACES_EXPORTER: z.enum(['otlp', 'none'], { error: 'must be otlp or none' }).default('otlp'),
  OTEL_SDK_DISABLED: flag.default(false),
  NO_COLOR: z.string().optional(),
  CI: z.string().optional(),
});

type Parsed = z.output<typeof schema>;

export interface Env extends Parsed {
  /** Public base URL; no trailing slash. */
  PUBLIC_URL: string;
  DATA_DIR: string;
  /** File outside the database for the newest seals of the audit log. */
  AUDIT_ANCHOR_FILE: string;
  /** How long a stopping process still accepts requests while `/readyz` returns 503. */
  DRAIN_SECONDS: number;
  /** Whether the database address comes from the embedded PostgreSQL. */
  embedded: boolean;
  /** Short stable value for cookie names, because cookies ignore ports. */
  instanceId: string;
}

export function parseEncryptionKeys(value: string): { id: string; key: Buffer }[] | null {
  const keys = value.split(',').map((pair) => {
    const at = pair.indexOf(':');
    const id = pair.slice(0, at).trim();
    const key = Buffer.from(pair.slice(at + 1).trim(), 'base64');
    return at > 0 && /^[A-Za-z0-9_-]{1,16}$/.test(id) && key.length === 32 ? { id, key } : null;
  });
  return keys.every((entry) => entry !== null) && keys.length > 0 ? keys : null;
}

/** Settings with secrets, which can also be files, such as those of Docker and Kubernetes: `NAME_FILE` is the path. */
const FROM_FILE = [
  'DATABASE_URL',
  'MIGRATION_DATABASE_URL',
  'DATABASE_REPLICA_URL',
  'ENCRYPTION_KEYS',
  'EGRESS_PROXY',
  'SMTP_URL',
  'METRICS_TOKEN',
  'OTEL_EXPORTER_OTLP_HEADERS',
  'BACKUP_PASSPHRASE',
  'S3_ACCESS_KEY_ID',
  'S3_SECRET_ACCESS_KEY',
] as const satisfies (keyof Parsed)[];

function fromFiles(source: Record<string, string | undefined>): {
  values: Record<string, string>;
  problems: string[];
} {
  const values: Record<string, string> = {};
  const problems: string[] = [];
  for (const name of FROM_FILE) {
    const file = source[`${name}_FILE`];
    if (!file) continue;
    if (source[name]) problems.push(`${name} and ${name}_FILE must not both be set`);
    try {
      values[name] = readFileSync(/* turbopackIgnore: true */ file, 'utf8').replace(/\r?\n$/, '');
    } catch (error) {
      problems.push(`${name}_FILE cannot be read (${(error as NodeJS.ErrnoException).code})`);
      continue;
    }
    if (values[name] === '') problems.push(`${name}_FILE is empty`);
  }
  return { values, problems };
}

/** Returns either the settings or one sentence per invalid setting. */
export function readSettings(
  source: Record<string, string | undefined>,
): { env: Env } | { problems: string[] } {
  const files = fromFiles(source);
  const known = Object.fromEntries(
    Object.keys(schema.shape).map((name) => [name, files.values[name] || source[name] || undefined]),
  );
  const parsed = schema.safeParse(known);
  const problems = [
    ...files.problems,
    ...(parsed.success ? [] : parsed.error.issues.map((issue) => `${issue.path.join('.')} ${issue.message}`)),
  ];
  if (parsed.success) {
    const settings = parsed.data;
    if (settings.DATABASE_URL && !settings.ENCRYPTION_KEYS)
      problems.push('ENCRYPTION_KEYS must be set when DATABASE_URL is set (id:base64 of 32 random bytes)');
    if (settings.DATABASE_REPLICA_URL && !settings.DATABASE_URL)
      problems.push('DATABASE_REPLICA_URL needs DATABASE_URL');
    if (settings.DATABASE_URL && settings.BACKUP_DIR)
      problems.push('BACKUP_DIR works with the embedded PostgreSQL only, without DATABASE_URL');
    if (settings.AUDIT_SYSLOG_CA !== undefined && settings.AUDIT_SYSLOG_URL === undefined)
      problems.push('AUDIT_SYSLOG_CA needs AUDIT_SYSLOG_URL');
    if ((settings.S3_ACCESS_KEY_ID === undefined) !== (settings.S3_SECRET_ACCESS_KEY === undefined))
      problems.push('S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set together');
    if (settings.S3_KMS_KEY_ID !== undefined && settings.S3_ENCRYPTION !== 'aws:kms')
      problems.push('S3_KMS_KEY_ID needs S3_ENCRYPTION aws:kms');
    if (settings.S3_ENDPOINT && !settings.STORAGE_URL && !settings.AUDIT_ARCHIVE_URL)
      problems.push('S3_ENDPOINT needs STORAGE_URL or AUDIT_ARCHIVE_URL');
    if (settings.AUDIT_ARCHIVE_DIR !== undefined && settings.AUDIT_ARCHIVE_URL !== undefined)
      problems.push('AUDIT_ARCHIVE_DIR and AUDIT_ARCHIVE_URL must not both be set');
    if (settings.STAGING_MAX_BYTES < settings.MAX_UPLOAD_BYTES)
      problems.push('STAGING_MAX_BYTES must be at least MAX_UPLOAD_BYTES');
    if ((settings.SMTP_URL === undefined) !== (settings.MAIL_FROM === undefined))
      problems.push('SMTP_URL and MAIL_FROM must be set together');
    if ((settings.MLLP_TLS_CERT === undefined) !== (settings.MLLP_TLS_KEY === undefined))
      problems.push('MLLP_TLS_CERT and MLLP_TLS_KEY must be set together');
    if (settings.MLLP_TLS_CLIENT_CA !== undefined && settings.MLLP_TLS_CERT === undefined)
      problems.push('MLLP_TLS_CLIENT_CA needs MLLP_TLS_CERT and MLLP_TLS_KEY');
    const publicUrl = (settings.PUBLIC_URL ?? `http://localhost:${settings.PORT}`).replace(/\/+$/, '');
    const { protocol, hostname } = new URL(publicUrl);
    if (protocol === 'http:' && !['localhost', '127.0.0.1', '[::1]'].includes(hostname))
      problems.push('PUBLIC_URL must be https unless it names this machine (localhost)');
    if (protocol === 'http:' && !['127.0.0.1', '::1', 'localhost'].includes(settings.HOST))
      problems.push('HOST must be a loopback address while PUBLIC_URL is http');
    if (problems.length === 0) {
      return {
        env: {
          ...settings,
          PUBLIC_URL: publicUrl,
          DATA_DIR: path.resolve(settings.DATA_DIR),
          // A single machine with its own PostgreSQL has no load balancer that could redirect requests.
          DRAIN_SECONDS: settings.DRAIN_SECONDS ?? (settings.DATABASE_URL ? 5 : 0),
          AUDIT_ANCHOR_FILE: path.resolve(
            /* turbopackIgnore: true */ settings.AUDIT_ANCHOR_FILE ??
              path.join(settings.DATA_DIR, 'audit-anchor.jsonl'),
          ),
          embedded: !settings.DATABASE_URL,
          instanceId: createHash('sha256').update(publicUrl).digest('hex').slice(0, 8),
        },
      };
    }
  }
  return { problems };
}

// The server bundle and Next have separate module graphs in one process; the settings exist once.
const slot = Symbol.for('clinical.env');
const holder = globalThis as unknown as { [slot]?: Env };

function load(): Env {
  // The build of the pages must not depend on the build machine's settings.
  const result = readSettings(process.env.CLINICAL_BUILD ? {} : process.env);
  if ('problems' in result) {
    process.stderr.write(
      `The settings are not valid:\n${result.problems.map((problem) => `  - ${problem}`).join('\n')}\n`,
    );
    process.exit(1);
  }
  return result.env;
}

export const env: Env = (holder[slot] ??= load());

/**
 * Adds values that exist only after startup: embedded database addresses, generated keys, the demo laboratory, the
 * folder of a restored backup.
 */
export function completeEnv(
  values:
    | Pick<Env, 'DATABASE_URL' | 'MIGRATION_DATABASE_URL' | 'ENCRYPTION_KEYS'>
    | Pick<Env, 'ORDER_ALLOW_CIDRS' | 'ORDER_ALLOW_PORTS'>
    | Pick<Env, 'DATA_DIR'>,
): void {
  Object.assign(env, values);
}

/**
 * Derives a secret for one purpose (HKDF-SHA-256, RFC 5869) from each of `ENCRYPTION_KEYS`. The first one signs and encrypts,
 * all of them verify and decrypt, so that adding a key ends no session and invalidates no cursor or URL.
 * @param purpose fixed word per use, such as `cursor`
 * @returns 32 bytes each
 */
export function deriveSecrets(purpose: string): [Buffer, ...Buffer[]] {
  const [first, ...others] = configuredKeys().map(({ key }) => derive(key, purpose));
  return [first!, ...others];
}

const derive = (key: Buffer, purpose: string): Buffer =>
  Buffer.from(hkdfSync('sha256', key, Buffer.alloc(0), `clinical/${purpose}`, 32));

function configuredKeys(): { id: string; key: Buffer }[] {
  const keys = env.ENCRYPTION_KEYS ? parseEncryptionKeys(env.ENCRYPTION_KEYS) : null;
  if (!keys) throw new Error('ENCRYPTION_KEYS are not loaded yet');
  return keys;
}

/** Each of `ENCRYPTION_KEYS` with a hexadecimal value that identifies it but does not reveal it. */
export const keyFingerprints = (): { id: string; fingerprint: string }[] =>
  configuredKeys().map(({ id, key }) => ({ id, fingerprint: derive(key, 'fingerprint').toString('hex') }));

/** next-auth reads its own variables from the process environment; they are set only here. */
export function publishNextAuthSettings(): void {
  process.env.NEXTAUTH_URL = env.PUBLIC_URL;
  process.env.NEXTAUTH_SECRET = deriveSecrets('session')[0].toString('base64url');
  delete process.env.AUTH_TRUST_HOST;
}

/** The packages of OpenTelemetry read their own variables, and know no files. */
export function publishTraceSettings(): void {
  if (env.OTEL_EXPORTER_OTLP_HEADERS !== undefined)
    process.env.OTEL_EXPORTER_OTLP_HEADERS = env.OTEL_EXPORTER_OTLP_HEADERS;
}
