'use client';
/** Shows a file that the user chose in a new tab, to check it before it is filed. It is read from this device. */
import { Button } from '../ui/button';
import { hasThumbnail } from './file-thumbnail';

/** Enough for the tab to read it. */
const KEPT_MS = 60_000;

/** Types that browsers show without running a script with the rights of the portal. */
export const isShown = (file: Blob | null): file is Blob =>
  file !== null && (file.type === 'application/pdf' || hasThumbnail(file));

export function OpenFile({ file, name }: { file: Blob; name: string }) {
  function open() {
    const url = URL.createObjectURL(file);
    window.open(url, '_blank', 'noopener');
    window.setTimeout(() => URL.revokeObjectURL(url), KEPT_MS);
  }
  return (
    <Button weight="quiet" onClick={open} aria-label={`Open ${name} in a new tab`}>
      Open
    </Button>
  );
}
