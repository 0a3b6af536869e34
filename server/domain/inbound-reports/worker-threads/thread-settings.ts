import { workerData } from 'node:worker_threads';

/** Set before any module of the thread reads them. */
const slot = Symbol.for('clinical.env');
(globalThis as unknown as { [slot]?: unknown })[slot] = workerData;
