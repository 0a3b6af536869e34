import { closePool } from '../../../server/db/client';
import { connect } from '../../integration/matrix/client';
import { SCOPE_SETS, KINDS } from '../../integration/matrix/credentials';
import { runCases } from '../../integration/matrix/run';
import { makeFixture, type Fixture } from '../../integration/matrix/fixture';
import { allShapes, type Shape } from '../../integration/matrix/shapes';
import { startServer } from '../../support/server';

/**
 * The requests of the permission matrix for other callers' resources, by keys with every scope, against the build and
 * database of this process. Without an argument it creates the fixture; with the fixture it prints responses that differ
 * from the policy table.
 */

export interface MatrixReport {
  cases: number;
  wrong: string[];
  /** Groups of responses that should be identical bytes but are not. */
  different: string[];
}

const EVERY_SCOPE = SCOPE_SETS.at(-1)!;

/** A caller's own resources are tested in the suite. A cursor is rejected by its signature. */
const reaches = (shape: Shape): boolean =>
  (shape.alike !== undefined && shape.code !== 'invalid_cursor') || shape.answer === 'empty list';

async function probe(fixture: Fixture): Promise<MatrixReport> {
  const server = await startServer();
  const client = connect(server.url, 8);
  const sets = await Promise.all(KINDS.map(({ make }) => make(fixture, [EVERY_SCOPE])));
  const shapes = allShapes(new Map()).filter(reaches);
  const cases = sets.flat().flatMap((credential) => shapes.map((shape) => ({ credential, shape })));
  const outcome = await runCases(client, cases, () => null);
  client.close();
  await server.close();
  const different = [...outcome.alike].filter(([, prints]) => prints.size > 1).map(([name]) => name);
  return { cases: outcome.cases, wrong: outcome.wrong, different };
}

const [given] = process.argv.slice(2);

(given ? probe(JSON.parse(given) as Fixture) : makeFixture())
  .then((output) => process.stdout.write(`${JSON.stringify(output)}\n`))
  .finally(() => closePool())
  .catch((error: unknown) => {
    process.stderr.write(String((error as Error).stack ?? error));
    process.exitCode = 1;
  });
