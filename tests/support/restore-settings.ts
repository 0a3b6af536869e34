// Loaded by vitest before each database test file. Resets the settings to those of the worker, whatever earlier files
// in this process have changed.
import { TEST_DATABASES, type TestDatabase } from './test-databases';

const testDatabases = JSON.parse(process.env[TEST_DATABASES]!) as TestDatabase[];
const worker = Number(process.env.VITEST_POOL_ID) - 1;
const testDatabase = testDatabases[worker];
if (!testDatabase)
  throw new Error(`There are ${testDatabases.length} testDatabases and none for worker ${worker + 1}.`);
Object.assign(process.env, testDatabase);

// After the settings above, which are read on import.
const { env, readSettings } = await import('../../server/env');
const read = readSettings({ ...process.env, PORT: testDatabase.TEST_PORT });
if ('problems' in read) throw new Error(read.problems.join('; '));
for (const name of Object.keys(env)) Reflect.deleteProperty(env, name);
Object.assign(env, read.env);

const { leaveNothing } = await import('./between-files');
await leaveNothing();
