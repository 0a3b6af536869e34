import { createInterface } from 'node:readline';
import { labSimulate } from '../../../server/cli/lab-simulate';
import { openDatabase } from '../../../server/cli/open-database';
import { logger } from '../../../server/logger';

/**
 * `npm run admin -- lab simulate` for each line of standard input, with its flags as JSON, until the input ends. Starting
 * the tool takes a second of CPU.
 */
logger.level = 'silent';
const close = await openDatabase(() => undefined);
for await (const line of createInterface({ input: process.stdin })) {
  const flags = JSON.parse(line) as Record<string, string>;
  const get = (flag: string) => flags[flag]!;
  const made = await labSimulate.run({ get, need: get, operand: '', json: true });
  process.stdout.write(`${JSON.stringify(made)}\n`);
}
await close();
