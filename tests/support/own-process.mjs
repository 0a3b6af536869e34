/** The slowest files first, so that no worker is left with one of them at the end. */
export const SLOW = [
  'isolation/isolation',
  'matrix/matrix',
  'matrix/portal',
  'model/model',
  'matrix/revocation',
];

/**
 * Files with a process of their own, because they close the pool, move to another database or other keys, move the clock (ids
 * never go back), fill memory, or count what
 * the whole store of documents holds. `tests/architecture/own-process.test.ts` finds a file that is missing here.
 */
export const OWN_PROCESS = [
  ...SLOW.map((name) => `tests/integration/${name}.test.ts`),
  'tests/integration/{garbage,isolation,model}/**/*.test.ts',
  ...[
    'api/audit-refused',
    'api/database-away',
    'api/document-integrity',
    'api/multipart-bodies',
    'api/oauth-attacks',
    'api/oauth-token-attacks',
    'api/oauth-tokens',
    'api/overload',
    'api/readiness',
    'api/slow-bodies',
    'domain/audit-alterations',
    'domain/audit-sealing',
    'domain/changed-since',
    'domain/drafts',
    'domain/intake-folder',
    'domain/list-plans',
    'domain/mllp',
    'domain/passwords',
    'domain/second-factor',
    'domain/session-clock',
    'domain/transaction',
    'domain/webhooks-queue',
    'domain/webhooks-worker',
  ].map((name) => `tests/integration/${name}.test.ts`),
];
