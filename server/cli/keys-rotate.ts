import { rotateKeys, type Rotation } from '../domain/encryption-keys/rotate-keys';
import type { Command } from './arguments';
import { counted } from './counts';

/** Encrypts all stored secrets again with the first of `ENCRYPTION_KEYS`. Exit code 1 if a value cannot be read. */
export const keysRotate: Command = {
  name: 'keys rotate',
  flags: {},
  run: () => rotateKeys(),
  exitCode: (made) => ((made as Rotation).unreadable > 0 ? 1 : 0),
  text(made) {
    const { key, encrypted_again: count, unreadable, unused } = made as Rotation;
    return [
      `${counted(count, 'value')} encrypted again with the key ${key}.`,
      ...(unreadable > 0
        ? [
            `${unreadable} could not be read: their key is missing or wrong. Restore the key, then rotate again.`,
          ]
        : []),
      ...unused.map(
        (id) =>
          `The key ${id} no longer encrypts anything. Remove it in 12 hours, when the last session that it signed has ended.`,
      ),
    ].join('\n');
  },
};
