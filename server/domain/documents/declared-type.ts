import { fieldError } from '../../errors/domain-error';

// RFC 9110, section 8.3.1: type "/" subtype, then parameters, which say nothing about the kind of file.
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}$/;

/** The type a caller declares, bare and in lower case; null when none is. @throws DomainError `validation_failed` */
export function readDeclaredType(declared: string | null | undefined, pointer: string): string | null {
  const bare = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  if (bare === '') return null;
  if (!MEDIA_TYPE.test(bare))
    throw fieldError(pointer, 'invalid_format', 'must be a media type such as application/pdf');
  return bare;
}
