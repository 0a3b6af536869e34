import { logger } from '../logger';
import { safeError } from '../safe-error';
import { mailIsSet, sendMail, type Mail } from './send-mail';

/**
 * Mails that tell the owner of an account what was done to it. After the commit, and nobody waits for them: an act does not
 * fail because a mail server does. What goes wrong is in the log.
 */

const underWay = new Set<Promise<unknown>>();

export function tellOwner(mail: Mail): void {
  if (!mailIsSet()) return;
  const sent = sendMail(mail)
    .catch((error: unknown) => logger.warn(safeError(error), 'a mail was not sent'))
    .finally(() => underWay.delete(sent));
  underWay.add(sent);
}

/** Resolves when all that was begun has been sent or given up. */
export const ownersTold = async (): Promise<void> => void (await Promise.all(underWay));
