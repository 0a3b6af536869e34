'use client';
/**
 * Shows a file in a new tab, to check it before it is filed: a chosen one from this device, one from a closed page from
 * the server.
 */
import { Button, buttonClass } from '../ui/button';
import { isShownImage } from './file-thumbnail';
import type { UploadLine } from './upload-line-state';

/** Enough for the tab to read it. */
const KEPT_MS = 60_000;

const isText = (type: string): boolean => /^text\/plain\b/.test(type);

const isShownType = (type: string): boolean =>
  type === 'application/pdf' || isText(type) || isShownImage(type);

/** Types that browsers show without running a script with the rights of the portal. */
export const isShown = (file: Blob | null): file is Blob => file !== null && isShownType(file.type);

/** From a closed page, of a type that browsers show. */
export const isShownByServer = ({ file, contentType = '' }: UploadLine): boolean =>
  file === null && isShownType(contentType);

/** Without a character set browsers read text as windows-1252. */
const withCharset = (file: Blob): Promise<Blob> =>
  file
    .arrayBuffer()
    .then((bytes) => new TextDecoder('utf-8', { fatal: true }).decode(bytes))
    .then(
      () => new Blob([file], { type: 'text/plain;charset=utf-8' }),
      () => file,
    );

const label = (name: string) => `Open ${name} in a new tab`;

export function OpenFile({ file, name }: { file: Blob; name: string }) {
  async function open() {
    const url = URL.createObjectURL(isText(file.type) ? await withCharset(file) : file);
    window.open(url, '_blank', 'noopener');
    window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  }
  return (
    <Button weight="quiet" onClick={() => void open()} aria-label={label(name)}>
      Open
    </Button>
  );
}

export function OpenUpload({ id, name }: { id: string; name: string }) {
  return (
    <a
      href={`/api/portal/documents/uploads/${id}/content`}
      target="_blank"
      rel="noopener"
      className={buttonClass('quiet')}
      aria-label={label(name)}
    >
      Open
    </a>
  );
}
