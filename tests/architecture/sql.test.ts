import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import { nodesOf, sourceFiles, type SourceFile } from './source-files';

/**
 * No text of a request becomes SQL (D-02): statements are drizzle's `sql` with parameters, or constant text. Places
 * that build a statement from parts are listed below with the reason why it is safe.
 */

const REVIEWED: Record<string, string> = {
  'server/audit/losses.ts': 'constants of the modules of the audit',
  'server/audit/restore.ts': 'constants of the modules of the audit',
  'server/audit/seal.ts': 'constants of the module and of db/generations.ts',
  'server/audit/stream/rows.ts': 'constants of the module and of generations.ts',
  'server/audit/verify/streams.ts': 'names of cursors and a checked uuid of the operator’s tool',
  'server/embedded/roles.ts': 'constant name of the database; passwords are made here, in base64url',
  'server/audit/verify/verify.ts': 'a constant of db/generations.ts',
  'server/db/generations.ts': 'constants of the module',
  'server/db/schema/functions.ts': 'names of the partitioned tables of the module',
  'server/domain/changes/outbox.ts': 'a constant of db/generations.ts',
  'server/domain/erasures/erase-records.ts': 'names of tables and conditions of the module',
  'server/db/insert-in-batches.ts': 'sql.identifier with column names of the schema',
  'server/db/prepared.ts': 'limits that are constants of the modules',
  'server/db/transaction.ts': 'the organization of the actor, checked to be a uuid before',
  'server/backup/count-rows.ts': 'names of tables, quoted by format()',
  'server/embedded/maintenance.ts': 'a constant and a generated hexadecimal password',
  'server/safe-message.ts': 'patterns of error messages, no statements',
  'server/retention/classes.ts': 'sql.identifier with names of tables and columns of the module',
  'server/shared/positions.ts': 'a constant of db/generations.ts',
  'server/domain/catalog/write-tests.ts': 'sql.identifier with column names of the schema',
  'server/domain/inbound-messages/oldest-waiting.ts': 'a constant of queue.ts',
  'server/domain/inbound-messages/queue.ts': 'constants of the module',
  'server/domain/outbound-messages/queue.ts': 'constants of the module',
  'server/deliveries/queue.ts': 'constants of the module',
  'server/deliveries/record-attempts.ts': 'constants of the module',
  'server/jobs/lease.ts': 'constants of the modules of the queues',
  'server/rate-limits/shared-counter.ts': 'constants of the module',
  'server/rate-limits/token-bucket.ts': 'constants of the module',
};

const STATEMENT =
  /^\s*(?:select|insert|update|delete|with|declare|fetch|close|create|alter|drop|grant|begin|set|truncate|copy|lock|do|notify|listen)\b/i;

/** Places where a statement is built from parts. */
function builtSql(file: SourceFile): string[] {
  const found: string[] = [];
  for (const node of nodesOf(file)) {
    if (ts.isPropertyAccessExpression(node) && /^sql\.(raw|identifier)$/.test(node.getText()))
      found.push(node.getText());
    if (ts.isTemplateExpression(node) && !ts.isTaggedTemplateExpression(node.parent)) {
      if (STATEMENT.test(node.head.text)) found.push(node.getText());
    }
    if (ts.isBinaryExpression(node) && node.operatorToken.kind === ts.SyntaxKind.PlusToken) {
      if (ts.isStringLiteralLike(node.left) && STATEMENT.test(node.left.text)) found.push(node.getText());
    }
  }
  return found;
}

const parse = (text: string): SourceFile => ({ name: 'x.ts', text });

describe('SQL', () => {
  it('is built from parts in reviewed places only', () => {
    const places = sourceFiles('server')
      .filter((file) => builtSql(file).length > 0)
      .map(({ name }) => name);
    expect(places.filter((name) => !(name in REVIEWED))).toEqual([]);
    expect(Object.keys(REVIEWED).filter((name) => !places.includes(name))).toEqual([]);
  });

  it.each([
    'sql.raw(order)',
    'sql`order by ${sql.identifier(name)}`',
    'client.query(`SELECT * FROM a ORDER BY ${sort}`)',
    "client.query('SELECT * FROM a WHERE b = ' + value)",
    "const text = 'select 1 from a order by ' + sort + ' limit 1';",
    'tx.execute(`delete from a where b = ${b}`)',
  ])('built by hand is detected in %s', (text) => {
    expect(builtSql(parse(text))).not.toEqual([]);
  });

  it('with parameters is accepted', () => {
    expect(builtSql(parse('sql`select ${a} from b`; client.query("SELECT $1", [a]);'))).toEqual([]);
  });
});
