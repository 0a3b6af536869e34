import { env } from '../../env';

/** Status of a document whose bytes were just filed: readable, or awaiting the malware scan. */
export const receivedState = (now: Date) =>
  env.MALWARE_COMMAND
    ? ({ status: 'processing', scanStatus: 'pending', scanDueAt: now } as const)
    : ({ status: 'available', scanStatus: 'skipped', scanDueAt: null } as const);
