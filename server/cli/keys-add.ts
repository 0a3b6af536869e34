import { addEncryptionKey } from '../embedded/secrets';
import { env } from '../env';
import { UsageError, type Command } from './arguments';

/** Adds a new first key to the ones that the service generated. The service uses it from its next start. */
export const keysAdd: Command = {
  name: 'keys add',
  flags: {},
  async run() {
    assertGenerated();
    return { added: await addEncryptionKey(env.DATA_DIR) };
  },
  text: (made) =>
    `The key ${(made as { added: string }).added} is the first key from the next start. Restart the service, then run keys rotate.`,
};

/** @throws UsageError if the operator sets the keys */
export function assertGenerated(): void {
  if (!env.embedded || keysAreSet)
    throw new UsageError('The keys are set with ENCRYPTION_KEYS: add or remove them there.');
}

// Opening the database completes the settings with the generated keys.
const keysAreSet = env.ENCRYPTION_KEYS !== undefined;
