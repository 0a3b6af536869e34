import path from 'node:path';
import { createLabConnectionInput } from '../domain/lab-connections/contract';
import { createIngestKey } from '../domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../domain/lab-connections/create-lab-connection';
import { UsageError, wholeNumber, oneOf, type Command } from './arguments';
import { inOrganisation } from './organisations';

/** `file` is what the design calls a watched folder. */
const TRANSPORTS = { mllp: 'mllp', https: 'https', folder: 'folder', file: 'folder' } as const;
type Word = keyof typeof TRANSPORTS;

const FLAG_OF: Record<string, string> = { allowed_addresses: 'allow', time_zone: 'time-zone' };

export const labConnectionCreate: Command = {
  name: 'lab-connection create',
  flags: {
    org: { value: 'SLUG', required: true },
    name: { value: 'NAME', required: true },
    transport: { value: 'mllp|https|folder', required: true },
    port: { value: 'PORT' },
    dir: { value: 'DIR' },
    tls: { value: 'true|false' },
    allow: { value: 'NETWORK,…' },
    'sending-application': { value: 'MSH-3' },
    'sending-facility': { value: 'MSH-4' },
    'time-zone': { value: 'ZONE' },
    charset: { value: 'CHARSET' },
  },
  async run(given) {
    const transport =
      TRANSPORTS[oneOf('transport', given.need('transport'), Object.keys(TRANSPORTS) as Word[])];
    const directory = given.get('dir');
    if (directory !== undefined && transport !== 'folder')
      throw new UsageError('--dir belongs to --transport folder.');
    const tls = given.get('tls');
    const input = createLabConnectionInput.safeParse(
      withoutUndefined({
        name: given.need('name'),
        transport,
        port: wholeNumber('port', given.get('port')),
        tls: tls === undefined ? undefined : oneOf('tls', tls, ['true', 'false']) === 'true',
        allowed_addresses: given
          .get('allow')
          ?.split(',')
          .map((entry) => entry.trim()),
        sending_application: given.get('sending-application'),
        sending_facility: given.get('sending-facility'),
        time_zone: given.get('time-zone'),
        charset: given.get('charset'),
      }),
    );
    if (!input.success) {
      const { path: at, message } = input.error.issues[0]!;
      const field = String(at[0]);
      throw new UsageError(`--${FLAG_OF[field] ?? field.replaceAll('_', '-')}: ${message}.`);
    }
    const { ctx } = await inOrganisation(given.need('org'));
    const made = await createLabConnection(
      ctx,
      input.data,
      directory === undefined ? null : path.resolve(directory),
    );
    if (transport !== 'https') return made;
    const { key } = await createIngestKey(ctx, { connection_id: made.id });
    return { ...made, key };
  },
};

const withoutUndefined = (values: Record<string, unknown>): Record<string, unknown> =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
