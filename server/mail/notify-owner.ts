import { logger } from '../logger';
import { safeError } from '../safe-error';
import { mailIsSet, sendMail, type Mail } from './send-mail';

/**
 * Notifies the owner of an account of changes. Sent after the commit without waiting: an operation does not fail
 * because of the mail server. Failures are logged.
 */

const underWay = new Set<Promise<unknown>>();

export function notifyOwner(mail: Mail): void {
  if (!mailIsSet()) return;
  const sent = sendMail(mail)
    .catch((error: unknown) => logger.warn(safeError(error), 'a mail was not sent'))
    .finally(() => underWay.delete(sent));
  underWay.add(sent);
}

/** Resolves when all started mails have been sent or have failed. */
export const ownersNotified = async (): Promise<void> => void (await Promise.all(underWay));
