import { env } from '../../env';
import { every } from '../every';
import { expireHeldUploads } from './expire-held-uploads';
import { expireUploads } from './expire-uploads';
import { scanNext } from './scan-document';

/** What the worker does for documents, again and again: malware checks, uploads that never came, and files that were sent and not filed. */

const EXPIRY_MS = 60_000;
const SCAN_POLL_MS = 500;
/** A scanner takes a processor for itself. */
const SCANS_AT_ONCE = 2;

/** @returns how to stop; resolves when nothing is under way any more */
export function startDocumentWorker(): () => Promise<void> {
  const abort = new AbortController();
  const loops = [
    every(EXPIRY_MS, 'expiry of announced uploads', async () => (await expireUploads()) > 0),
    every(EXPIRY_MS, 'expiry of files that were not filed', async () => (await expireHeldUploads()) > 0),
  ];
  if (env.MALWARE_COMMAND)
    for (let at = 0; at < SCANS_AT_ONCE; at++)
      loops.push(every(SCAN_POLL_MS, 'malware check', () => scanNext(abort.signal)));
  return async () => {
    abort.abort();
    await Promise.all(loops.map((stop) => stop()));
  };
}
