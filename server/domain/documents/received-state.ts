import { env } from '../../env';

/** State of a document whose bytes have just been filed: readable, or waiting for the malware check. */
export const receivedState = (now: Date) =>
  env.MALWARE_COMMAND
    ? ({ status: 'processing', scanStatus: 'pending', scanDueAt: now } as const)
    : ({ status: 'available', scanStatus: 'skipped', scanDueAt: null } as const);
