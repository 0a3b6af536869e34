import { normalForm } from '../../unicode-normal-form';
import { isAccepted, MEDIA_TYPES, bareType } from '../../media-types';

/** File names: cleaned on input, made safe for headers and saving on output. */

const MAX_FILE_NAME = 255;
const FALLBACK = 'document';

// Bidirectional controls, which can make "gpj.exe" look like "exe.jpg".
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Last part of a path, without control characters, 1 to 255 characters. */
export function cleanFileName(name: string): string {
  const last = normalForm(name).split(/[/\\]/).at(-1)!;
  const cleaned = last
    .replace(/[\p{Cc}\p{Cs}\u2028\u2029]/gu, '')
    .replace(DIRECTION, '')
    .trim();
  const whole = shorten(cleaned);
  return /^\.*$/.test(whole) ? FALLBACK : whole;
}

function shorten(name: string): string {
  if (name.length <= MAX_FILE_NAME) return name;
  const ending = /\.[^.]{1,10}$/.exec(name)?.[0] ?? '';
  let kept = name.slice(0, MAX_FILE_NAME - ending.length);
  // Never split a surrogate pair.
  if (/[\uD800-\uDBFF]$/.test(kept)) kept = kept.slice(0, -1);
  return kept.trimEnd() + ending;
}

/**
 * The name to save under. An extension that would open another program than the content type gets the right one
 * appended.
 */
export function nameToSave(fileName: string, contentType: string): string {
  const type = bareType(contentType);
  if (!isAccepted(type)) return fileName;
  const { endings } = MEDIA_TYPES[type];
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return ending && (endings as readonly string[]).includes(ending) ? fileName : `${fileName}.${endings[0]}`;
}

/** `Content-Disposition` (RFC 6266): an ASCII fallback, and the full name by RFC 8187. */
export function contentDisposition(kind: 'inline' | 'attachment', fileName: string): string {
  const ascii = fileName.replace(/[^\x20-\x7E]|["\\%;]/gu, '_');
  const whole = fileName.replace(/\p{Cs}/gu, '_');
  // RFC 8187 attr-char: what encodeURIComponent leaves, less ' ( ) *
  const encoded = encodeURIComponent(whole).replace(
    /['()*]/g,
    (mark) => `%${mark.charCodeAt(0).toString(16).toUpperCase()}`,
  );
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`;
}
