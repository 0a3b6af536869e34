// Loaded by vitest before each database test file: the file runs on the stage of its worker.
import { STAGES, type Stage } from './stages';

const stages = JSON.parse(process.env[STAGES]!) as Stage[];
const worker = Number(process.env.VITEST_POOL_ID) - 1;
const stage = stages[worker];
if (!stage) throw new Error(`There are ${stages.length} stages and none for worker ${worker + 1}.`);
Object.assign(process.env, stage);
