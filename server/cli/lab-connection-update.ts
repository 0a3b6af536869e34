import { updateLabConnectionInput } from '../domain/lab-connections/contract';
import { updateLabConnection } from '../domain/lab-connections/update-lab-connection';
import { UsageError, type Command } from './arguments';
import { readSettings, SETTING_FLAGS } from './lab-connection-settings';
import { validInput } from './setting-flags';
import { inOwner } from './organizations';

/** Settings that are not given stay unchanged. */
export const labConnectionUpdate: Command = {
  name: 'lab-connection update',
  operand: 'LAB_ID',
  flags: { org: { value: 'SLUG' }, ...SETTING_FLAGS },
  async run(given) {
    const settings = readSettings(given);
    if (Object.keys(settings).length === 0) throw new UsageError('Give at least one setting to change.');
    const input = validInput(updateLabConnectionInput, { id: given.operand, ...settings });
    return inOwner(given.get('org'), (ctx) => updateLabConnection(ctx, input));
  },
};
