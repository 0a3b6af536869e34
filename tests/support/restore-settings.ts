// Loaded by vitest before each database test file. Resets the settings to those of the worker, whatever earlier files
// in this process have changed.
import { STAGES, type Stage } from './test-databases';

const stages = JSON.parse(process.env[STAGES]!) as Stage[];
const worker = Number(process.env.VITEST_POOL_ID) - 1;
const stage = stages[worker];
if (!stage) throw new Error(`There are ${stages.length} stages and none for worker ${worker + 1}.`);
Object.assign(process.env, stage);

// After the settings above, which are read on import.
const { env, readSettings } = await import('../../server/env');
const read = readSettings({ ...process.env, PORT: stage.TEST_PORT });
if ('problems' in read) throw new Error(read.problems.join('; '));
for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
Object.assign(env, read.env);

const { leaveNothing } = await import('./between-files');
await leaveNothing();
