import { startLoop } from '../../jobs/loop';
import { expireExports } from './remove-files';
import { exportNext } from './run-export';

const POLL_MS = 1_000;
const EXPIRY_MS = 60_000;

/** Writes one file at a time. @returns a function that stops it and resolves once all running work has ended */
export function startExportWorker(): () => Promise<void> {
  const loops = [
    startLoop({ name: 'exports', everyMs: POLL_MS }, (signal) => exportNext(signal)),
    startLoop({ name: 'expiry of exports', everyMs: EXPIRY_MS }, async () => (await expireExports()) > 0),
  ];
  return async () => {
    await Promise.all(loops.map((loop) => loop.stop()));
  };
}
