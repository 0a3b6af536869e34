import type { Defence } from './defences';

const api = (name: string) => `tests/integration/api/${name}.test.ts`;
const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;

/** What keeps the service honest while it is operated: schema versions, readiness, shares of the pool, lost files. */
export const OPERATION_DEFENCES: Defence[] = [
  {
    name: 'an older program does not serve a newer schema',
    file: 'server/db/migrate.ts',
    find: 'if (applied.some(({ at }) => at > newest))',
    replace: 'if (applied.length < 0)',
    tests: [domain('schema-versions')],
  },
  {
    name: 'a database from before the first migration is neither served nor migrated',
    file: 'server/db/migrate.ts',
    find: 'if (applied.some(({ at }) => at < oldest))',
    replace: 'if (applied.length < 0)',
    tests: [domain('schema-versions')],
  },
  {
    name: 'a schema with migrations of another program is not served',
    file: 'server/db/migrate.ts',
    find: 'if (applied.some(({ at, hash }) => known.get(at) !== hash))',
    replace: 'if (applied.length < 0)',
    tests: [domain('schema-versions')],
  },
  {
    name: 'a migration does not wait for a table while requests queue behind it',
    file: 'server/db/migrate.ts',
    find: '[`${lockTimeoutMs}ms`]',
    replace: '[`${lockTimeoutMs}min`]',
    tests: [domain('schema-versions')],
  },
  {
    name: 'a request is refused at once while too many wait',
    file: 'server/db/request-queue.ts',
    find: 'const most = WAITING_PER_CONNECTION * this.pool.options.max;',
    replace: 'const most = Infinity;',
    tests: [api('overload')],
  },
  {
    name: 'requests do not wait while no connection becomes free',
    file: 'server/db/request-queue.ts',
    find: 'if (this.#steps.length < STEPS) return most;',
    replace: 'if (most > 0) return most;',
    tests: [api('overload')],
  },
  {
    name: 'clinical clocks, intake and seals have connections that requests cannot take',
    file: 'server/db/client.ts',
    find: "(share === 'reserved' ? to.reserved : to.requests)",
    replace: 'to.requests',
    tests: [api('overload')],
  },
  {
    name: 'a process without its database is not ready',
    file: 'server/start/outside.ts',
    find: "requireForReady('database', database);",
    replace: '',
    tests: [api('readiness')],
  },
  {
    name: 'a process with a wrong clock is not ready',
    file: 'server/db/probe.ts',
    find: 'Math.abs(skew) <= MOST_SKEW_SECONDS',
    replace: 'Math.abs(skew) <= Infinity',
    tests: [api('readiness')],
  },
  {
    name: 'a process that cannot write documents is not ready',
    file: 'server/start/outside.ts',
    find: 'outsideCheck(() => storage().problem())',
    replace: '() => (void storage, null)',
    tests: [api('readiness')],
  },
  {
    name: 'a full disk of the database is named',
    file: 'server/domain/shared/constraints.ts',
    find: 'found?.code === DISK_FULL',
    replace: "found?.code === 'XX000'",
    tests: [api('unexpected-errors')],
  },
  {
    name: 'a full disk is not counted against a message',
    file: 'server/intake/runner/runner.ts',
    find: 'if (NOT_THE_MESSAGE.test(code)) return true;',
    replace: '',
    tests: [domain('intake-runner')],
  },
  {
    name: 'a lost document is logged by its id',
    file: 'server/domain/documents/lost-content.ts',
    find: "document: showId('document', id),",
    replace: '',
    tests: [api('unexpected-errors'), domain('documents-reading')],
  },
  {
    name: 'documents verify compares the bytes with their checksum',
    file: 'server/domain/documents/verify-documents.ts',
    find: "hash.digest('hex') === row.sha256",
    replace: "hash.digest('hex').length === row.sha256.length",
    tests: [domain('documents-verify')],
  },
  {
    name: 'documents verify takes no upload that is under way for an orphan',
    file: 'server/domain/documents/verify-documents.ts',
    find: 'if (!(await storage().isClaimed(file)))',
    replace: 'if (file)',
    tests: [domain('documents-verify')],
  },
  {
    name: 'the time of a change is the time of the database',
    file: 'server/domain/patients/update-patient.ts',
    find: 'updatedAt: databaseTime,',
    replace: 'updatedAt: new Date(),',
    tests: [domain('changed-since')],
  },
  {
    name: 'nothing is carried out after its sender was answered 408',
    file: 'server/http/server.ts',
    find: "sendProblem(res, lateBody(), info.requestId, { Connection: 'close' });",
    replace: 'sendProblem(res, lateBody(), info.requestId);',
    tests: [api('slow-bodies')],
  },
];
