import { fieldError } from '../../errors/domain-error';

// RFC 9110, section 8.3.1: type "/" subtype. Parameters do not affect the kind of file.
const MEDIA_TYPE = /^[A-Za-z0-9!#$&^_.+-]{1,127}\/[A-Za-z0-9!#$&^_.+-]{1,127}$/;

/** Returns the media type without parameters in lower case; null if absent. @throws DomainError `validation_failed` */
export function readDeclaredType(declared: string | null | undefined, pointer: string): string | null {
  const bare = (declared ?? '').split(';')[0]!.trim().toLowerCase();
  if (bare === '') return null;
  if (!MEDIA_TYPE.test(bare))
    throw fieldError(pointer, 'invalid_format', 'must be a media type such as application/pdf');
  return bare;
}
