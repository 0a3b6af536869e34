import { ACCESS_DEFENSES } from './access-defenses';
import { CHANGE_DEFENSES } from './change-defenses';
import { EDGE_DEFENSES } from './edge-defenses';
import { IDENTITY_DEFENSES } from './identity-defenses';
import { INPUT_DEFENSES } from './input-defenses';
import { MULTIPART_DEFENSES } from './multipart-defenses';
import { OAUTH_DEFENSES } from './oauth-defenses';
import { PASSWORD_DEFENSES } from './password-defenses';
import { PEOPLE_DEFENSES } from './people-defenses';
import { SESSION_DEFENSES } from './session-defenses';

/**
 * Defenses, each with the change that removes it and the tests that must fail. `find` occurs in the file exactly once
 * (checked by tests/architecture/defenses.test.ts), so an entry cannot become outdated unnoticed.
 */
export interface Defense {
  name: string;
  file: string;
  find: string;
  /** The replacement that removes the defense. */
  replace: string;
  /** Test files of which at least one must fail. */
  tests: string[];
}

const api = (name: string) => `tests/integration/api/${name}.test.ts`;
const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;
const matrix = (name: string) => `tests/integration/matrix/${name}.test.ts`;
const unit = (name: string) => `tests/unit/${name}.test.ts`;

export const DEFENSES: Defense[] = [
  {
    name: 'a revoked key is rejected',
    file: 'server/auth/authenticate-api-key.ts',
    find: "if (row.revokedAt) return 'revoked';",
    replace: '',
    tests: [api('api-keys')],
  },
  {
    name: 'an expired key is rejected',
    file: 'server/auth/authenticate-api-key.ts',
    find: 'if (row.expiresAt && row.expiresAt <= now) return',
    replace: 'if (row.expiresAt && row.expiresAt <= now && !row) return',
    tests: [api('api-keys')],
  },
  {
    name: 'a key is good only from its addresses',
    file: 'server/auth/authenticate-api-key.ts',
    find: 'row.ipAllowList.length > 0 && !isListed(ip, row.ipAllowList)',
    replace: 'false',
    tests: [api('api-keys')],
  },
  {
    name: 'addresses of keys are compared as IPv4 when they come mapped into IPv6',
    file: 'server/auth/address-list.ts',
    find: 'const address = ipaddr.process(ip);',
    replace: 'const address = ipaddr.parse(ip);',
    tests: [unit('address-list')],
  },
  {
    name: 'a network of a key has one spelling',
    file: 'server/auth/address-list.ts',
    find: "address.includes('%') ? 0 : net.isIP(address)",
    replace: 'ipaddr.isValid(address) ? (net.isIP(address) || 4) : 0',
    tests: [unit('address-list')],
  },
  {
    name: 'a key is replaced once',
    file: 'server/domain/api-keys/rotate-api-key.ts',
    find: '          isNull(apiKeys.replacedBy),\n',
    replace: '',
    tests: [api('api-keys-lifecycle')],
  },
  {
    name: 'a replaced key ends with its overlap',
    file: 'server/domain/api-keys/rotate-api-key.ts',
    find: 'expiresAt: sql`least(${apiKeys.expiresAt}, ${overlapEnd.toISOString()}::timestamptz)`,',
    replace: 'expiresAt: overlapEnd && sql`${apiKeys.expiresAt}`,',
    tests: [api('api-keys-lifecycle')],
  },
  {
    name: 'a key lives no longer than the organization allows',
    file: 'server/domain/api-keys/access.ts',
    find: 'const longest = maxDays === null ? Infinity : maxDays * DAY_MS;',
    replace: 'const longest = Infinity;',
    tests: [api('api-keys-lifecycle')],
  },
  {
    name: 'unknown keys are limited by address',
    file: 'server/auth/authenticate-api-key.ts',
    find: 'if (status.admitted) return new',
    replace: 'if (status) return new',
    tests: [api('api-keys-lifecycle')],
  },
  {
    name: 'the audit says why a key was rejected',
    file: 'server/auth/authenticate-api-key.ts',
    find: "    await noteDenial(ctx, 'authenticate_api_key', code, { reason, key_ending: row.stub.slice(-4) });\n",
    replace: '',
    tests: [api('api-keys-lifecycle')],
  },
  {
    name: 'a scope is asked for',
    file: 'server/shared/perform.ts',
    find: '!wanted.some((scope) => actor.scopes.has(scope))',
    replace: 'false',
    tests: [api('contract')],
  },
  {
    name: 'a role is asked for',
    file: 'server/shared/perform.ts',
    find: '!isRole(actor.role, roles)',
    replace: 'false',
    tests: ['tests/integration/matrix/portal.test.ts'],
  },
  {
    name: 'the portal is open to its own pages only',
    file: 'server/http/trpc-handler.ts',
    find: "return site === 'same-origin';",
    replace: "return site !== 'cross-site';",
    tests: [matrix('portal')],
  },
  {
    name: 'an ended membership ends its sessions',
    file: 'server/auth/portal-session.ts',
    find: '          isNull(memberships.endedAt),\n',
    replace: '',
    tests: [matrix('revocation')],
  },
  {
    name: 'a signed address ends with its key',
    file: 'server/domain/documents/download-document.ts',
    find: 'if (options.bySignedAddress)',
    replace: 'if (false)',
    tests: [matrix('revocation')],
  },
  {
    name: 'an object inside a body names all its members',
    file: 'server/data-types/patient.ts',
    find: 'const address = z\n  .strictObject',
    replace: 'const address = z\n  .object',
    tests: [matrix('fields')],
  },
  {
    name: 'a scope has one spelling',
    file: 'server/domain/api-keys/contract.ts',
    find: '.array(z.enum(SCOPES))\n    .min(1)',
    replace: '.array(z.preprocess((text) => String(text).trim(), z.enum(SCOPES)))\n    .min(1)',
    tests: [matrix('scope-text')],
  },
  {
    name: 'keys cannot do what is for people',
    file: 'server/shared/perform.ts',
    find: "operation.peopleOnly && (actor.kind !== 'user' || actor.app)",
    replace: 'false',
    tests: [api('api-keys')],
  },
  {
    name: 'a patient is looked for inside the organization',
    file: 'server/domain/patients/access.ts',
    find: "  eq(patients.orgId, given('orgId')),\n",
    replace: '',
    tests: ['tests/integration/isolation/isolation.test.ts'],
  },
  {
    name: 'row-level security binds the owner of a table as well',
    file: 'server/db/migrations/0000_initial.sql',
    find: 'ALTER TABLE upload_tokens FORCE ROW LEVEL SECURITY;',
    replace: 'SELECT 1;',
    tests: [domain('database-catalog')],
  },
  {
    name: 'the chain of the audit cannot be changed by the app',
    file: 'server/db/migrations/0000_initial.sql',
    find: 'GRANT SELECT ON audit_seals TO clinical_app;',
    replace: 'GRANT SELECT, UPDATE ON audit_seals TO clinical_app;',
    tests: [domain('database-catalog')],
  },
  {
    name: 'a transaction without an organization sees nothing',
    file: 'server/db/schema/columns.ts',
    find: "nullif(current_setting('clinical.org_id', true), '')::uuid`",
    replace: "coalesce(nullif(current_setting('clinical.org_id', true), '')::uuid, org_id)`",
    tests: ['tests/architecture/migrations.test.ts', domain('database-catalog')],
  },
  {
    name: 'an operation writes its audit row',
    file: 'server/shared/perform.ts',
    find: 'void answeredByCommit(tx, () => recordAudit(tx, ctx, entry));',
    replace: 'void entry; void recordAudit;',
    tests: [api('contract')],
  },
  {
    name: 'the response to COMMIT is checked',
    file: 'server/db/transaction.ts',
    find: "if (command !== 'COMMIT')",
    replace: "if (command === 'nothing')",
    tests: [domain('transaction')],
  },
  {
    name: 'a failed audit row fails the operation',
    file: 'server/db/transaction.ts',
    find: 'opened, ...tx.closing]',
    replace: 'opened, ...tx.closing.map((sent) => sent.catch(() => undefined))]',
    tests: [domain('transaction')],
  },
  {
    name: 'a rejection releases its connection first',
    file: 'server/shared/audit.ts',
    find: '  await ctx.begun?.drop();\n',
    replace: '',
    tests: [api('api-keys')],
  },
  {
    name: 'rows are sealed only below the oldest running transaction',
    file: 'server/db/generations.ts',
    find: "position('xmin')",
    replace: "position('xmax')",
    tests: [domain('audit-sealing')],
  },
  {
    name: 'a generation opens after all writers of the earlier one',
    file: 'server/db/migrations/0000_initial.sql',
    find: 'LOCK TABLE public.generations IN ACCESS EXCLUSIVE MODE;',
    replace: '',
    tests: [domain('audit-sealing')],
  },
  {
    name: 'a generation is read after waiting for its opener',
    file: 'server/db/migrations/0000_initial.sql',
    find: 'RETURNS xid8 LANGUAGE plpgsql VOLATILE',
    replace: 'RETURNS xid8 LANGUAGE plpgsql STABLE',
    tests: [domain('audit-sealing')],
  },
  {
    name: 'no row is written below sealed ones',
    file: 'server/db/migrations/0000_initial.sql',
    find: "IF own < pg_sequence_last_value('public.txid_floor') THEN",
    replace: 'IF own < 0 THEN',
    tests: [domain('audit-sealing'), domain('audit-restore')],
  },
  {
    name: 'the sealer stores its horizon',
    file: 'server/audit/seal.ts',
    find: "    await query('audit_floor', RAISE_FLOOR, []);\n",
    replace: '    void RAISE_FLOOR;\n',
    tests: [domain('audit-restore')],
  },
  {
    name: 'a moved database gets a new generation',
    file: 'server/db/generations.ts',
    find: 'if (!found?.moved) return null;',
    replace: 'if (found) return null;',
    tests: [domain('audit-restore')],
  },
  {
    name: 'the app cannot open a generation',
    file: 'server/db/migrations/0000_initial.sql',
    find: 'REVOKE ALL ON FUNCTION open_generation(integer, integer, text, text) FROM PUBLIC;',
    replace: 'SELECT 1;',
    tests: [domain('audit-sealing')],
  },
  {
    name: 'of two with one Idempotency-Key only one works',
    file: 'server/shared/idempotency.ts',
    find: 'if (!locked) {',
    replace: 'if (false) {',
    tests: [api('idempotency')],
  },
  {
    name: 'a key with another body is rejected',
    file: 'server/shared/idempotency.ts',
    find: '!found.fingerprint.equals(fingerprint)',
    replace: 'false',
    tests: [api('idempotency')],
  },
  {
    name: 'a stored answer hides a patient who was deleted since',
    file: 'server/shared/idempotency.ts',
    find: 'if (row?.seen !== new Set(ids).size) throw notFound();',
    replace: 'void row;',
    tests: [api('idempotency')],
  },
  {
    name: 'If-Match is compared',
    file: 'server/domain/patients/access.ts',
    find: 'ctx.ifMatch !== undefined && ctx.ifMatch !== row.version',
    replace: 'ctx.ifMatch === -1',
    tests: [api('patients'), domain('patients')],
  },
  {
    name: 'a cursor that was altered is invalid',
    file: 'server/shared/paging.ts',
    find: '[decipher.update(bytes.subarray(IV_BYTES, end)), decipher.final()]',
    replace: '[decipher.update(bytes.subarray(IV_BYTES, end))]',
    tests: [api('lists')],
  },
  {
    name: 'a cursor is bound to its filters',
    file: 'server/shared/paging.ts',
    find: 'Object.entries(query).sort(([a], [b]) => (a < b ? -1 : 1))',
    replace: 'Object.keys(query).length > 99',
    tests: [api('lists')],
  },
  {
    name: 'the feed of events and the audit log wait for older transactions',
    file: 'server/shared/positions.ts',
    find: 'const horizon = sql.raw(HORIZON);',
    replace: "const horizon = sql`'18446744073709551615'::xid8`;\nvoid HORIZON;",
    tests: [domain('events-feed'), domain('audit-events-feed')],
  },
  {
    name: 'requests are counted',
    file: 'server/rate-limits/limiter.ts',
    find: 'if (admitted) window.left--;',
    replace: '',
    tests: [api('rate-limits')],
  },
  {
    name: 'a patient with open orders cannot be deleted',
    file: 'server/domain/patients/delete-patient.ts',
    find: 'if (open)',
    replace: 'if (open && !open)',
    tests: [api('patients')],
  },
  {
    name: 'a patient can be restored for 30 days only',
    file: 'server/domain/patients/restore-patient.ts',
    find: '            gt(patients.deletedAt, deletedSince()),\n',
    replace: '',
    tests: [domain('patients-deletion')],
  },
  {
    name: 'the best of a search is chosen before its cap',
    file: 'server/domain/patients/match-patients.ts',
    find: "order by rank, patient_id limit ${given('most')}",
    replace: "limit ${given('most')}",
    tests: [domain('patients-search')],
  },
  {
    name: 'a search reads on until it has people enough',
    file: 'server/domain/patients/match-patients.ts',
    find: 'if (figures.hits >= most || figures.read < limit) return rows;',
    replace: 'return rows;',
    tests: [domain('patients-search')],
  },
  {
    name: 'a restored patient is found again',
    file: 'server/domain/patients/restore-patient.ts',
    find: 'await writeLookups(tx, orgId, row.id, row, { replace: true });',
    replace: '',
    tests: [domain('patients-deletion')],
  },
  {
    name: 'bytes must have the checksum that was announced',
    file: 'server/domain/documents/check-bytes.ts',
    find: 'claims.sha256 && claims.sha256 !== staged.sha256',
    replace: 'false',
    tests: [api('documents'), domain('documents'), api('document-upload-addresses')],
  },
  ...MULTIPART_DEFENSES,
  ...OAUTH_DEFENSES,
  ...IDENTITY_DEFENSES,
  ...SESSION_DEFENSES,
  ...CHANGE_DEFENSES,
  ...PASSWORD_DEFENSES,
  {
    name: 'an upload URL is used up by success',
    file: 'server/domain/documents/upload-document.ts',
    find: 'if (!row || row.usedAt || row.expiresAt <= new Date()) return null;',
    replace: 'if (!row) return null;',
    tests: [api('document-upload-addresses')],
  },
  {
    name: 'a signed address is signed',
    file: 'server/domain/documents/content-address.ts',
    find: 'if (!signatures(payload).some((expected) => timingSafeEqual(expected, signature))) return null;',
    replace: '',
    tests: [domain('documents-reading'), unit('documents/content-address')],
  },
  {
    name: 'what is not available cannot be read',
    file: 'server/domain/documents/download-document.ts',
    find: "row.status !== 'available' || row.storageKey === null",
    replace: 'row.storageKey === null',
    tests: [domain('documents-reading'), domain('document-scans')],
  },
  {
    name: 'private addresses are rejected at connect',
    file: 'server/outbound/outbound-guard.ts',
    find: 'if (!answers.every(({ address }) => isAllowed(policy, address)))',
    replace: 'if (answers.length < 0)',
    tests: [unit('webhooks/outbound-names')],
  },
  {
    name: 'a delivery is signed over its body',
    file: 'server/events/webhook-signature.ts',
    find: '.update(`${id}.${timestamp}.${body}`)',
    replace: '.update(`${id}.${timestamp}.`)',
    tests: [unit('webhooks/sign'), domain('webhooks-worker')],
  },
  {
    name: 'a stored answer outlives the contract it was given under',
    file: 'server/api/trpc.ts',
    find: 'if (given !== undefined)',
    replace: 'if (given === 0)',
    tests: [api('idempotency')],
  },
  {
    name: 'an unexpected error is logged',
    file: 'server/errors/from-thrown.ts',
    find: "converted.code === 'internal_error' && ",
    replace: "converted.code === 'unavailable' && ",
    tests: [api('unexpected-errors')],
  },
  {
    name: 'an unexpected error is logged once',
    file: 'server/errors/from-thrown.ts',
    find: 'logged.add(converted);',
    replace: '',
    tests: [api('unexpected-errors')],
  },
  {
    name: 'the log takes a message only if the whole of it is known to have no values',
    file: 'server/safe-message.ts',
    find: 'new RegExp(`^${pattern}$`)',
    replace: 'new RegExp(pattern)',
    tests: [unit('safe-error')],
  },
  {
    name: 'the log takes no message that is not in the list',
    file: 'server/safe-message.ts',
    find: 'if (SAFE.some((pattern) => pattern.test(message))) return message;',
    replace: 'if (message) return message;',
    tests: [unit('safe-error'), domain('error-reasons')],
  },
  {
    name: 'the value at the end of a message is cut off',
    file: 'server/safe-message.ts',
    find: 'if (cut) return cut;',
    replace: 'if (cut) return message;',
    tests: [unit('safe-error'), domain('error-reasons')],
  },
  {
    name: 'what libraries print reaches the log without its text',
    file: 'server/start/console.ts',
    find: "...safeError(error ?? new Error('printed')),",
    replace: '...safeError(error), text: printed.map(String),',
    tests: [unit('console')],
  },
  {
    name: 'the log takes places of the code and no lines of a message',
    file: 'server/safe-error.ts',
    find: ' + message.length',
    replace: '',
    tests: [unit('safe-error')],
  },
  ...INPUT_DEFENSES,
  ...EDGE_DEFENSES,
  ...PEOPLE_DEFENSES,
  ...ACCESS_DEFENSES,
];
