import type { Staged } from '../../storage/index';
import { DomainError } from '../../errors/domain-error';
import { detectContentType, type DetectedType } from './detect-content-type';
import { ACCEPTED_NAMES, contradicts } from '../../media-types';

export interface Claims {
  declaredType: string | null;
  fileName: string;
  /** Hex, from the caller. */
  sha256: string | null;
  /** JSON pointer to the bytes, for error messages. */
  pointer: string;
}

/** @throws DomainError `file_empty`, `checksum_mismatch`, `unsupported_file_type` */
export async function judgeBytes(staged: Staged, claims: Claims): Promise<DetectedType> {
  const { pointer } = claims;
  if (staged.size === 0) throw emptyFile(pointer);
  if (claims.sha256 && claims.sha256 !== staged.sha256) {
    throw new DomainError('checksum_mismatch', 'The bytes received do not have the SHA-256 that was given.');
  }
  const detected = await detectContentType(staged, claims);
  if (!detected) throw typeNotTaken(pointer, 'judged by the bytes; HTML must be declared or named as HTML');
  if (contradicts(claims.declaredType, detected.type)) {
    throw new DomainError(
      'unsupported_file_type',
      `The bytes are ${detected.type}; another type was declared.`,
      {
        errors: [
          { pointer, code: 'not_allowed', message: `must be declared as ${detected.type}, or not at all` },
        ],
      },
    );
  }
  return detected;
}

const emptyFile = (pointer: string) =>
  new DomainError('file_empty', 'The file is empty.', {
    errors: [{ pointer, code: 'too_short', message: 'must hold at least one byte' }],
  });

export const typeNotTaken = (pointer: string, how: string) =>
  new DomainError(
    'unsupported_file_type',
    `Files of this type are not taken. Taken are: ${ACCEPTED_NAMES}.`,
    { errors: [{ pointer, code: 'not_allowed', message: `must be one of ${ACCEPTED_NAMES}, ${how}` }] },
  );
