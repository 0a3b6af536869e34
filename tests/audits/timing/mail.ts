import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { startSmtp } from '../../support/smtp';

/** A mail server in its own thread, so that mail for known names does not slow down the measuring thread. */

export async function startMailThread(): Promise<{ port: number; close(): Promise<unknown> }> {
  const thread = new Worker(new URL(import.meta.url));
  const [port] = (await once(thread, 'message')) as [number];
  return { port, close: () => thread.terminate() };
}

/**
 * The bundle is one file, so the thread has the same entry point as the command. Returns whether this is the thread.
 */
export async function servedMail(): Promise<boolean> {
  if (isMainThread) return false;
  parentPort!.postMessage((await startSmtp()).port);
  return true;
}
