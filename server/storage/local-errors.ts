import { count } from '../counts';
import { DomainError } from '../errors/domain-error';
import { logThrottled } from '../log-throttled';

/** System errors of the local disk, as errors of the service. */

const FULL = new Set(['ENOSPC', 'EDQUOT', 'EFBIG']);
/** Failures of the disk or the file server, not of the request. */
const UNWRITABLE = new Set(['EROFS', 'EIO', 'EACCES', 'EPERM', 'ESTALE', 'ENODEV', 'ENXIO']);

export const codeOf = (error: unknown) => (error as NodeJS.ErrnoException | null)?.code;

export const isFull = (error: unknown): boolean => FULL.has(codeOf(error) ?? '');

export function localError(error: unknown): unknown {
  const code = codeOf(error) ?? '';
  if (isFull(error)) {
    count('clinical_storage_errors_total', ['full']);
    logThrottled('error', 'the document store has no space left', { code });
    return storageFull(error);
  }
  if (!UNWRITABLE.has(code)) return error;
  count('clinical_storage_errors_total', ['unwritable']);
  logThrottled('error', 'the document store cannot be written', { code });
  return unavailable(error);
}

export const storageFull = (cause: unknown) =>
  new DomainError('storage_full', 'The storage for documents is full.', {}, { cause });

export const unavailable = (cause: unknown) =>
  new DomainError(
    'unavailable',
    'The service cannot store documents. Nothing was saved.',
    { retry_after: 30 },
    { cause },
  );

export function ignoreAbsent(error: unknown): void {
  if (codeOf(error) !== 'ENOENT') throw error;
}
