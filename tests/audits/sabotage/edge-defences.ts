import type { Defence } from './defences';
import { OPERATION_DEFENCES } from './operation-defences';
import { WEBHOOK_DEFENCES } from './webhook-defences';

/** Defences of the edges: what is sent out, what is asked at each call, and what the verifier of the audit compares. */

const api = (name: string) => `tests/integration/api/${name}.test.ts`;
const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;
const unit = (name: string) => `tests/unit/${name}.test.ts`;

export const EDGE_DEFENCES: Defence[] = [
  ...WEBHOOK_DEFENCES,
  {
    name: 'a patient is locked before it is changed',
    file: 'server/domain/patients/access.ts',
    find: 'options.lock ? lockPatient : readPatient',
    replace: 'readPatient',
    tests: ['tests/integration/model/model.test.ts'],
  },
  {
    name: 'null in a merge patch takes away',
    file: 'server/domain/patients/update-patient.ts',
    find: 'entry[1] !== null,',
    replace: "(entry[1] ??= '') !== null,",
    tests: [api('patients'), domain('patients')],
  },
  // The audit
  {
    name: 'a seal follows from the seal before it',
    file: 'server/audit/verify/chain.ts',
    find: '!seal.previous_hash.equals(before?.hash ?? ZERO_HASH)',
    replace: 'before && number === 0',
    tests: [domain('audit-alterations')],
  },
  {
    name: 'the hash of a seal is worked out again',
    file: 'server/audit/verify/chain.ts',
    find: 'sealHash(seal).equals(seal.hash) &&',
    replace: 'sealHash(seal).length === 32 &&',
    tests: [domain('audit-alterations')],
  },
  {
    name: 'rows are compared with what was sealed',
    file: 'server/audit/verify/compare-rows.ts',
    find: 'if (sealed.equals(rows)) return found;',
    replace: 'if (sealed.length === rows.length) return found;',
    tests: [domain('audit-alterations')],
  },
  {
    name: 'a row that is not as sealed is kept whole, to say whose it is',
    file: 'server/audit/verify/chain.ts',
    find: 'if (!hash.equals(seal.row_hashes.subarray(at * 32, at * 32 + 32))) odd.set(at, row);',
    replace: '',
    tests: [domain('audit-alterations')],
  },
  {
    name: 'seals are held against the anchors',
    file: 'server/audit/verify/anchors.ts',
    find: 'if (hash === line.hash) return;',
    replace: 'if (hash !== undefined) return;',
    tests: [domain('audit-alterations')],
  },
  {
    name: 'a cut end is seen by its anchor',
    file: 'server/audit/verify/anchors.ts',
    find: 'else if (number > last)',
    replace: 'else if (number > last + 1e9)',
    tests: [domain('audit-alterations')],
  },
  // Who is asking, at each call
  {
    name: 'probes answer at their exact path',
    file: 'server/http/server.ts',
    find: '(!alone && path.startsWith(`${prefix}/`))',
    replace: 'path.startsWith(`${prefix}/`)',
    tests: [api('paths')],
  },
  {
    name: 'a server answers to its own name only',
    file: 'server/http/server.ts',
    find: '!door.anyHost && !isOurHost(req.headers.host)',
    replace: 'door.anyHost && !isOurHost(req.headers.host) && !door.anyHost',
    tests: [api('below-routing'), api('bad-input'), api('paths')],
  },
  {
    name: 'a signed address is good for the one it was made for',
    file: 'server/domain/documents/content-address.ts',
    find: 'payload.set(toBytes(actor.id ?? NOBODY), 3);',
    replace: 'payload.set(toBytes(NOBODY), 3);',
    tests: [unit('documents/content-address'), domain('documents-reading')],
  },
  {
    name: 'a signed address ends after five minutes',
    file: 'server/domain/documents/content-address.ts',
    find: 'payload.readUInt32BE(51) * 1000 <= now',
    replace: 'false',
    tests: [unit('documents/content-address')],
  },
  // Limits
  {
    name: 'a lease never goes beyond the limit',
    file: 'server/limits/shared-counter.ts',
    find: 'Math.max(0, Math.min(wanted, quota - (row.used - wanted)))',
    replace: 'wanted',
    tests: [api('rate-limits')],
  },
  {
    name: 'who is refused for a limit is told how long to wait',
    file: 'server/http/problem.ts',
    find: "if (extras.retry_after !== undefined) headers['Retry-After'] = String(extras.retry_after);",
    replace: '',
    tests: [api('rate-limits')],
  },
  {
    name: 'the portal is told how long to wait',
    file: 'server/http/trpc-handler.ts',
    find: "return seconds === undefined ? {} : { headers: { 'Retry-After': String(seconds) } };",
    replace: 'return seconds === undefined ? {} : {};',
    tests: [api('rate-limits')],
  },
  {
    name: 'a window ends no later than the counter says',
    file: 'server/limits/limiter.ts',
    find: 'window.endsAt = askedAt + lease.secondsLeft * 1000;',
    replace: 'window.endsAt = this.clock() + lease.secondsLeft * 1000;',
    tests: [unit('limits/limiter')],
  },
  // What is sent out
  {
    name: 'a document has a content policy',
    file: 'server/http/files/content.ts',
    find: "    'Content-Security-Policy': type === 'application/pdf' ? PDF_POLICY : POLICY,\n",
    replace: '',
    tests: [api('documents')],
  },
  {
    name: 'the type of an answer is not guessed',
    file: 'server/http/security-headers.ts',
    find: "  'X-Content-Type-Options': 'nosniff',\n",
    replace: '',
    tests: [api('below-routing'), api('documents')],
  },
  {
    name: 'the type of a document is not guessed',
    file: 'server/http/files/content.ts',
    find: "'X-Content-Type-Options': 'nosniff',",
    replace: "'X-Content-Type-Options': 'guess',",
    tests: [api('documents')],
  },
  {
    name: 'what may run in a browser is saved and not shown',
    file: 'server/http/files/content.ts',
    find: "inline ? 'inline' : 'attachment',",
    replace: "'inline',",
    tests: [api('documents')],
  },
  // A database that is away
  {
    name: 'a database that hangs is given up',
    file: 'server/db/pulse.ts',
    find: 'this.#silent = !isThere;',
    replace: 'this.#silent = false;',
    tests: [unit('pulse')],
  },
  {
    name: 'a slow database is not given up',
    file: 'server/db/pulse.ts',
    find: ' || this.#heardAt > now;',
    replace: ';',
    tests: [unit('pulse')],
  },
  {
    name: 'a connection that was lost between two statements is no fault of ours',
    file: 'server/domain/shared/constraints.ts',
    find: ' || AWAY_IN_WORDS.test(message))',
    replace: ')',
    tests: [unit('pulse')],
  },
  {
    name: 'what a failed statement quotes does not say that the database is away',
    file: 'server/domain/shared/constraints.ts',
    find: '/^(timeout exceeded when trying to connect|',
    replace: '/(timeout exceeded when trying to connect|',
    tests: [unit('pulse')],
  },
  {
    name: 'in place of a page there is no file to save',
    file: 'server/http/server.ts',
    find: 'if (door.page && !res.headersSent) sendToPerson(res, refusal);',
    replace: 'if (door.page && res.headersSent) sendToPerson(res, refusal);',
    tests: [api('database-away')],
  },
  {
    name: 'an outage ends no session',
    file: 'server/auth/next-auth-options.ts',
    find: '(await noting(sessionOfSecret(token.sid, { active: false })))',
    replace: '(await sessionOfSecret(token.sid, { active: false }))',
    tests: [api('database-away')],
  },
  {
    name: 'an upload that is sent again is answered with the same bytes',
    file: 'server/http/files/upload.ts',
    find: 'return document.parse(await storeDocument(ctx, staged, upload));',
    replace: 'return storeDocument(ctx, staged, upload);',
    tests: [api('documents')],
  },
  ...OPERATION_DEFENCES,
];
