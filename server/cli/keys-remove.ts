import { registeredKeys } from '../domain/encryption-keys/register-keys';
import { withScope } from '../db/transaction';
import { removeEncryptionKey } from '../embedded/secrets';
import { env } from '../env';
import { UsageError, type Command } from './arguments';
import { assertGenerated } from './keys-add';

/** Removes a generated key that no longer encrypts anything. */
export const keysRemove: Command = {
  name: 'keys remove',
  operand: 'ID',
  flags: {},
  async run(given) {
    assertGenerated();
    const registered = await withScope({}, registeredKeys);
    if (registered.some(({ id }) => id === given.operand))
      throw new UsageError(`The key ${given.operand} still encrypts values: run keys rotate first.`);
    if (!(await removeEncryptionKey(env.DATA_DIR, given.operand)))
      throw new UsageError(`There is no key ${given.operand} that can be removed. The first key stays.`);
    return { removed: given.operand };
  },
  text: (made) => `The key ${(made as { removed: string }).removed} is removed. Restart the service.`,
};
