import path from 'node:path';
import { CONNECTION_KINDS } from '../data-types/lab-connection-codes';
import { createLabConnectionInput } from '../domain/lab-connections/contract';
import { createIngestKey } from '../domain/lab-connections/create-ingest-key';
import { createLabConnection } from '../domain/lab-connections/create-lab-connection';
import { oneOf, UsageError, type Command } from './arguments';
import { readSettings, SETTING_FLAGS } from './lab-connection-settings';
import { validInput } from './setting-flags';
import { inOrganization } from './organizations';

/** `file` is an alias. */
const TRANSPORTS = { mllp: 'mllp', https: 'https', folder: 'folder', file: 'folder' } as const;
type Word = keyof typeof TRANSPORTS;

export const labConnectionCreate: Command = {
  name: 'lab-connection create',
  flags: {
    org: { value: 'SLUG', required: true },
    ...SETTING_FLAGS,
    name: { value: 'NAME', required: true },
    kind: { value: CONNECTION_KINDS.join('|') },
    transport: { value: 'mllp|https|folder', required: true },
    dir: { value: 'DIR' },
  },
  async run(given) {
    const transport =
      TRANSPORTS[oneOf('transport', given.need('transport'), Object.keys(TRANSPORTS) as Word[])];
    const directory = given.get('dir');
    if (directory !== undefined && transport !== 'folder')
      throw new UsageError('--dir belongs to --transport folder.');
    const kind = given.get('kind');
    const input = validInput(createLabConnectionInput, {
      transport,
      ...(kind === undefined ? {} : { kind: oneOf('kind', kind, CONNECTION_KINDS) }),
      ...readSettings(given),
    });
    const { ctx } = await inOrganization(given.need('org'));
    const made = await createLabConnection(
      ctx,
      input,
      directory === undefined ? null : path.resolve(directory),
    );
    if (transport !== 'https') return made;
    const { key } = await createIngestKey(ctx, { connection_id: made.id });
    return { ...made, key };
  },
};
