import fc from 'fast-check';
import type pg from 'pg';
import type { CatalogEntry } from '../../../server/domain/catalog/upsert-catalog';
import { catalogEntries } from '../../../server/demo/catalog-data';
import { startServer, type TestServer } from '../../support/server';
import { checkState } from './check-state';
import { emptyModel } from './model';
import { TESTS } from './model-labs';
import { BEGINNING, carryOut, sequences, type Step } from './steps';
import { openLook, RealWorld } from './world';

/** Runs sequences against the service in this process: random ones, several at a time, and stored ones. */

export interface Setup {
  server: TestServer;
  catalog: CatalogEntry[];
  look: pg.Pool;
  close(): Promise<void>;
}

export async function openSetup(): Promise<Setup> {
  const server = await startServer();
  const look = openLook();
  const catalog = (await catalogEntries()).filter(({ code }) => TESTS.includes(code));
  return {
    server,
    catalog,
    look,
    async close() {
      await server.close();
      await look.end();
    },
  };
}

/** Two new organizations, with the records that every sequence starts with. */
async function begin(setup: Setup) {
  const model = emptyModel();
  const real = await RealWorld.open(setup.server, setup.look, setup.catalog);
  for (const step of BEGINNING) await carryOut(model, real, step);
  return { model, real };
}

/** Runs a stored sequence. Throws if the service and the model differ. */
export async function runSteps(setup: Setup, steps: readonly Step[]): Promise<void> {
  const { model, real } = await begin(setup);
  for (const step of steps) await carryOut(model, real, step);
  await checkState(model, real);
}

export interface Drawn {
  sequences: number;
  seed: number;
  /** To repeat one failure, as printed. */
  path?: string | undefined;
  replayPath?: string | undefined;
  limitMs?: number;
  onOne?: () => unknown;
}

const property = (setup: Setup, { replayPath, onOne }: Drawn) =>
  fc.asyncProperty(sequences(replayPath), async (commands) => {
    const { model, real } = await begin(setup);
    await fc.asyncModelRun(() => ({ model, real }), commands);
    await checkState(model, real);
    onOne?.();
  });

/** Concurrent runs: while one waits for the database, another one computes. */
const RUNS = 4;

export interface Outcome {
  /** Number of random sequences, without those that shrink a failure. */
  drawn: number;
  /** The data to repeat and understand each failure; empty without one. */
  failures: string[];
}

export async function runDrawn(setup: Setup, drawn: Drawn): Promise<Outcome> {
  const runs = drawn.path ? 1 : Math.min(RUNS, drawn.sequences);
  let count = 0;
  const reports = await Promise.all(
    Array.from({ length: runs }, async (_, run) => {
      const seed = drawn.seed + run;
      const details = await fc.check(property(setup, drawn), {
        seed,
        numRuns: Math.ceil((drawn.sequences - run) / runs),
        ...(drawn.path ? { path: drawn.path } : {}),
        // Shrinking a failure may take longer than finding it; the shortest one so far is reported.
        ...(drawn.limitMs ? { interruptAfterTimeLimit: drawn.limitMs, markInterruptAsFailure: true } : {}),
      });
      count += details.numRuns;
      return details.failed ? report(details, seed) : null;
    }),
  );
  return { drawn: count, failures: reports.filter((text) => text !== null) };
}

function report(
  details: fc.RunDetails<
    [ReturnType<typeof sequences> extends fc.Arbitrary<infer Commands> ? Commands : never]
  >,
  seed: number,
): string {
  const text = String(details.counterexample?.[0] ?? '');
  const replay = /replayPath="([^"]*)"/.exec(text)?.[1];
  const steps = text.replace(/\/\*.*\*\//s, '').trim();
  const error = details.errorInstance instanceof Error ? details.errorInstance.message : 'interrupted';
  return `${error}\n  steps: [${steps}]\n  repeat: --seed ${seed} --path ${details.counterexamplePath}${replay ? ` --replay-path ${replay}` : ''}`;
}
