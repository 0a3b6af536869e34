import type { ByteRange } from '../../storage/index';

/**
 * `Range` (RFC 9110, section 14): one byte range. Several ranges, other units and malformed ones are ignored, as the
 * standard allows, and the whole file is returned.
 */
export function readRange(header: string | undefined, size: number): ByteRange | 'whole' | 'unsatisfiable' {
  const match = /^bytes=(\d{0,15})-(\d{0,15})$/i.exec(header?.trim() ?? '');
  if (!match) return 'whole';
  const [, first = '', last = ''] = match;
  if (first === '' && last === '') return 'whole';
  if (first === '') {
    const length = Number(last);
    return length === 0 || size === 0
      ? 'unsatisfiable'
      : { start: Math.max(0, size - length), end: size - 1 };
  }
  const start = Number(first);
  if (last !== '' && Number(last) < start) return 'whole';
  return start >= size
    ? 'unsatisfiable'
    : { start, end: last === '' ? size - 1 : Math.min(Number(last), size - 1) };
}
