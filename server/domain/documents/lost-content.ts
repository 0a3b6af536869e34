import { logger } from '../../logger';
import { errorCode } from '../../safe-error';
import type { Context } from '../../shared/context';
import { DomainError, isDomainError } from '../../errors/domain-error';
import { showId } from '../../shared/ids';

/** Files of rows that are missing or altered in the store. */

export const LOSSES = ['missing', 'unreadable', 'altered'] as const;
export type Loss = (typeof LOSSES)[number];

// The process has two module graphs; they share the counts.
const slot = Symbol.for('clinical.lost-content');
const holder = globalThis as unknown as { [slot]?: Record<Loss, number> };
const counts = (holder[slot] ??= { missing: 0, unreadable: 0, altered: 0 });

/** Failed reads of this process, for the metrics. */
export const lostContentCounts = (): Readonly<Record<Loss, number>> => counts;

/** A missing or invalid folder on the path counts as a missing file. */
export const lossOf = (error: unknown): Loss =>
  ['ENOENT', 'ENOTDIR'].includes(errorCode(error) ?? '') ? 'missing' : 'unreadable';

export interface LostFile {
  /** UUID */
  id: string;
  /** Default: a document. */
  object?: 'document' | 'upload' | 'inbound_document';
}

export function noteLostContent(
  { requestId, actor }: Pick<Context, 'requestId' | 'actor'>,
  { id, object = 'document' }: LostFile,
  loss: Loss,
  error?: unknown,
): void {
  counts[loss]++;
  const code = errorCode(error);
  logger.error(
    {
      request_id: requestId,
      organization: showId('organization', actor.orgId),
      [object]: showId(object, id),
      loss,
      ...(code === undefined ? {} : { code }),
    },
    'the file of a document cannot be read: run "admin storage verify"',
  );
}

export function contentUnavailable(
  ctx: Pick<Context, 'requestId' | 'actor'>,
  row: LostFile,
  loss: Loss,
  cause?: unknown,
): DomainError {
  // The storage could not be asked, so nothing is known to be lost.
  if (isDomainError(cause)) return cause as DomainError;
  noteLostContent(ctx, row, loss, cause);
  return new DomainError(
    'content_unavailable',
    'The file of this document cannot be read. Report the request ID to the operator.',
    {},
    { cause },
  );
}
