/** The slowest files first, so that none of them starts last. Those of retention visit what other files leave. */
export const SLOW = [
  'domain/retention-messages',
  'domain/retention',
  'isolation/isolation',
  'matrix/matrix',
  'matrix/portal',
  'model/model',
  'matrix/revocation',
  'domain/audit-restore',
].map((name) => `tests/integration/${name}.test.ts`);

/**
 * Files that run in the nightly run only: hostile input through every field, load, and attempts by the hundred, of rules
 * that shorter files test as well. Single tests have the tag `nightly` instead.
 */
export const NIGHTLY = [
  'api/document-integrity',
  'api/document-paths',
  'api/guide-samples',
  'api/multipart-bodies',
  'api/oauth-attacks',
  'api/oauth-clients',
  'api/oauth-races',
  'api/oauth-token-attacks',
  'api/session-fixation',
  'api/single-sign-on-encryption',
  'api/slow-bodies',
  'api/traces',
  'domain/audit-alterations',
  'domain/audit-archive',
  'domain/audit-restore',
  'domain/changed-since',
  'domain/document-merge-races',
  'domain/document-samples',
  'domain/erasures-repeat',
  'domain/intake-hostile',
  'domain/intake-large',
  'domain/intake-threads',
  'domain/list-plans',
  'domain/lists-while-writing',
  'domain/month-partitions',
  'domain/password-guessing',
  'domain/patient-feed-replay',
  'domain/patient-merges-model',
  'domain/patients-search-model',
  'domain/pooler',
  'domain/primary',
  'domain/replica',
  'domain/storage-verify',
  'garbage/encodings',
  'garbage/json-suite',
  'garbage/naughty-fields',
  'garbage/naughty-names',
  'garbage/queries',
  'garbage/storm',
  'isolation/isolation',
  'matrix/constraints',
  'matrix/scope-text',
].map((name) => `tests/integration/${name}.test.ts`);

/**
 * Files that run last in their process, because they close the feed of changes, replace the database or the keys, or move
 * the clock (IDs never go back). `tests/architecture/file-order.test.ts` finds files missing here.
 */
export const LAST = [
  'api/changes',
  'api/database-outage',
  'api/oauth-tokens',
  'api/readiness',
  'domain/audit-sealing',
  'domain/passwords',
  'domain/second-factor',
  'domain/session-clock',
  'domain/webhooks-queue',
  'domain/webhooks-worker',
].map((name) => `tests/integration/${name}.test.ts`);
