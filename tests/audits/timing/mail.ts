import { once } from 'node:events';
import { isMainThread, parentPort, Worker } from 'node:worker_threads';
import { startSmtp } from '../../support/smtp';

/** A mail server on a thread of its own: what it does with the mail of known names must not slow the one that measures. */

export async function startMailThread(): Promise<{ port: number; close(): Promise<unknown> }> {
  const thread = new Worker(new URL(import.meta.url));
  const [port] = (await once(thread, 'message')) as [number];
  return { port, close: () => thread.terminate() };
}

/** The bundle is one file, so the thread begins where the command does. @returns whether this is the thread */
export async function servedMail(): Promise<boolean> {
  if (isMainThread) return false;
  parentPort!.postMessage((await startSmtp()).port);
  return true;
}
