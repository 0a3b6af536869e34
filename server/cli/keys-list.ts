import { registeredKeys } from '../domain/encryption-keys/register-keys';
import { withScope } from '../db/transaction';
import { keyFingerprints } from '../env';
import type { Command } from './arguments';

interface Listed {
  data: { id: string; fingerprint: string; state: 'first' | 'in_use' | 'unused' }[];
}

const WORDS = {
  first: 'encrypts new values',
  in_use: 'encrypts existing values',
  unused: 'encrypts nothing; accepts sessions, cursors and URLs',
};

/** Characters that are enough to compare fingerprints. */
const SHOWN = 16;

export const keysList: Command = {
  name: 'keys list',
  flags: {},
  async run(): Promise<Listed> {
    const registered = await withScope({}, registeredKeys);
    return {
      data: keyFingerprints().map(({ id, fingerprint }, index) => ({
        id,
        fingerprint: fingerprint.slice(0, SHOWN),
        state: index === 0 ? 'first' : registered.some((key) => key.id === id) ? 'in_use' : 'unused',
      })),
    };
  },
  text: (made) =>
    (made as Listed).data
      .map(({ id, fingerprint, state }) => `${id}  ${fingerprint}  ${WORDS[state]}`)
      .join('\n'),
};
