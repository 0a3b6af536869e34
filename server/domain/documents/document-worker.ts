import { env } from '../../env';
import { startLoop } from '../../jobs/loop';
import { expireUnfiledUploads } from './expire-unfiled-uploads';
import { expireUploads } from './expire-uploads';
import { scanNext } from './scan-document';

/** The document worker: malware scans, expired announcements, and uploads that were never filed. */

const EXPIRY_MS = 60_000;
const SCAN_POLL_MS = 500;
/** A scanner occupies a processor. */
const SCANS_AT_ONCE = 2;

/** @returns a function that stops it and resolves once all running work has ended */
export function startDocumentWorker(): () => Promise<void> {
  const expiry = (name: string, expire: () => Promise<number>) =>
    startLoop({ name, everyMs: EXPIRY_MS }, async () => (await expire()) > 0);
  const loops = [
    expiry('expiry of announced uploads', expireUploads),
    expiry('expiry of files that were not filed', expireUnfiledUploads),
  ];
  if (env.MALWARE_COMMAND)
    for (let at = 0; at < SCANS_AT_ONCE; at++)
      loops.push(startLoop({ name: 'malware scan', everyMs: SCAN_POLL_MS }, scanNext));
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
