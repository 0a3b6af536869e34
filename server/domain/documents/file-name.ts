import { normalForm } from '../../normal-form';
import { isAccepted, MEDIA_TYPES, bareType } from './media-types';

/** Names of files: cleaned when they come in, made safe for headers and for saving when they go out. */

const MAX_FILE_NAME = 255;
const FALLBACK = 'document';

// Marks that turn the reading direction: "gpj.exe" can be made to look like "exe.jpg".
const DIRECTION = /[\u202A-\u202E\u2066-\u2069]/gu;

/** Last part of a path, without control characters, at most 255 characters, never empty. */
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
  // Never half of a surrogate pair.
  if (/[\uD800-\uDBFF]$/.test(kept)) kept = kept.slice(0, -1);
  return kept.trimEnd() + ending;
}

/** Name to save under: an ending that would open another program than the bytes deserve gets the right one added. */
export function nameToSave(fileName: string, contentType: string): string {
  const type = bareType(contentType);
  if (!isAccepted(type)) return fileName;
  const { endings } = MEDIA_TYPES[type];
  const ending = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase();
  return ending && (endings as readonly string[]).includes(ending) ? fileName : `${fileName}.${endings[0]}`;
}

/** `Content-Disposition` (RFC 6266): an ASCII name for old readers, the real one by RFC 8187. */
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
