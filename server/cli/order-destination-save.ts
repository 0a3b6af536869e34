import { readFileSync } from 'node:fs';
import { saveOrderDestinationInput } from '../domain/order-destinations/contract';
import { getOrderDestination } from '../domain/order-destinations/get-order-destination';
import { saveOrderDestination } from '../domain/order-destinations/save-order-destination';
import { UsageError, type Command } from './arguments';
import { inOwner } from './organizations';
import { settingFlags, validInput, type Reader } from './setting-flags';

const { id: _id, ...shape } = saveOrderDestinationInput.shape;

const file: Reader = {
  value: 'FILE',
  read: (flag, text) => {
    try {
      return readFileSync(text, 'utf8');
    } catch {
      throw new UsageError(`--${flag}: the file ${text} cannot be read.`);
    }
  },
};
const msh = (field: number): Reader => ({ value: `MSH-${field}`, read: (_flag, text) => text });

const { flags, read } = settingFlags(shape, {
  sending_application: msh(3),
  sending_facility: msh(4),
  receiving_application: msh(5),
  receiving_facility: msh(6),
  ca_certificate: file,
  client_certificate: file,
  client_key: file,
  // Not on the command line, where other users of the machine see it.
  bearer_token: { ...file, read: (flag, text) => String(file.read(flag, text)).trim() },
});

/** Where the orders of a laboratory are sent. Settings that are not given stay unchanged. */
export const orderDestinationSave: Command = {
  name: 'order-destination save',
  operand: 'LAB_ID',
  flags: { org: { value: 'SLUG' }, ...flags, dir: { value: 'PATH' } },
  run: (given) =>
    inOwner(given.get('org'), async (ctx) => {
      const stored = await getOrderDestination(ctx, { id: given.operand });
      const before = Object.fromEntries(
        Object.entries(stored ?? {}).filter(([name]) => Object.hasOwn(shape, name)),
      );
      const input = validInput(saveOrderDestinationInput, { ...before, ...read(given), id: given.operand });
      return saveOrderDestination(ctx, input, given.get('dir') ?? null);
    }),
};
