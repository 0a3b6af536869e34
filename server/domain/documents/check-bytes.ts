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
export async function checkBytes(staged: Staged, claims: Claims): Promise<DetectedType> {
  const { pointer } = claims;
  if (staged.size === 0) throw emptyFile(pointer);
  if (claims.sha256 && claims.sha256 !== staged.sha256) {
    throw new DomainError(
      'checksum_mismatch',
      'The SHA-256 of the received bytes differs from the one in the request. Send the file again.',
    );
  }
  const detected = await detectContentType(staged, claims);
  if (!detected)
    throw typeNotTaken(
      pointer,
      ' The bytes decide the type, and HTML must also be declared or named as HTML.',
    );
  if (contradicts(claims.declaredType, detected.type)) {
    throw new DomainError('unsupported_file_type', `The bytes are ${detected.type}, not the declared type.`, {
      errors: [{ pointer, code: 'not_allowed', message: `must be ${detected.type} or omitted` }],
    });
  }
  return detected;
}

const emptyFile = (pointer: string) =>
  new DomainError('file_empty', 'The file is empty.', {
    errors: [{ pointer, code: 'too_short', message: 'must contain at least one byte' }],
  });

export const typeNotTaken = (pointer: string, hint = '') =>
  new DomainError(
    'unsupported_file_type',
    `This file type is not supported. Use one of: ${ACCEPTED_NAMES}.`,
    {
      errors: [
        { pointer, code: 'not_allowed', message: `The type must be one of ${ACCEPTED_NAMES}.${hint}` },
      ],
    },
  );
