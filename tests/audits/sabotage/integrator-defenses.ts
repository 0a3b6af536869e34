import type { Defense } from './defenses';

/** Sandboxes, exports, the client and FHIR. */

const domain = (name: string) => `tests/integration/domain/${name}.test.ts`;
const api = (name: string) => `tests/integration/api/${name}.test.ts`;

export const INTEGRATOR_DEFENSES: Defense[] = [
  {
    name: 'only a sandbox is reset or simulated',
    file: 'server/domain/sandboxes/access.ts',
    find: 'if (row.sandboxOf === null)',
    replace: 'if (false)',
    tests: [domain('sandboxes')],
  },
  {
    name: 'a sandbox has no sandbox',
    file: 'server/domain/sandboxes/access.ts',
    find: 'if (row.sandboxOf !== null)',
    replace: 'if (false)',
    tests: [domain('sandboxes')],
  },
  {
    name: 'only administrators of its organization join a sandbox',
    file: 'server/domain/sandboxes/access.ts',
    find: '.where(and(eq(organizations.sandboxOf, ctx.actor.orgId), isNull(organizations.suspendedAt)))',
    replace: '.where(isNull(organizations.suspendedAt))',
    tests: [domain('sandboxes')],
  },
  {
    name: 'an organization has few sandboxes, created at once too',
    file: 'server/domain/sandboxes/create-sandbox.ts',
    find: "await lockThing(tx, 'sandboxes', orgId);",
    replace: '',
    tests: [domain('sandboxes')],
  },
  {
    name: 'who leaves an organization leaves its sandboxes',
    file: 'server/domain/people/end-membership.ts',
    find: 'const sandboxes = await endInSandboxes(tx, ctx, user.id);',
    replace: 'const sandboxes = 0;',
    tests: [domain('sandboxes')],
  },
  {
    name: 'no result is simulated for a closed order',
    file: 'server/domain/sandboxes/simulate-lab-result.ts',
    find: "if (order.status === 'cancelled' || order.status === 'rejected')",
    replace: 'if (false)',
    tests: [domain('sandboxes')],
  },
  {
    name: 'an export needs the scope of each resource',
    file: 'server/domain/exports/access.ts',
    find: 'for (const resource of resources) assertAllowed(ctx, { scope: SCOPE_OF[resource] });',
    replace: '',
    tests: [domain('exports'), domain('exports-ending')],
  },
  {
    name: 'an export ends with the access of its credential',
    file: 'server/domain/exports/run-export.ts',
    find: "if (!row.resources.every((resource) => isStill(SCOPE_OF[resource]))) return 'access_ended';",
    replace: '',
    tests: [domain('exports'), domain('exports-ending')],
  },
  {
    name: 'a canceled export writes no file',
    file: 'server/domain/exports/write-file.ts',
    find: "if (row?.status !== 'running') throw notFound();",
    replace: '',
    tests: [domain('exports'), domain('exports-ending')],
  },
  {
    name: 'each patient in a file of an export is in the audit',
    file: 'server/domain/exports/write-file.ts',
    find: 'for (const id of page.patientIds) written.patientIds.add(id);',
    replace: '',
    tests: [domain('exports'), domain('exports-ending')],
  },
  {
    name: 'the files of an export end after their time',
    file: 'server/domain/exports/access.ts',
    find: "status === 'completed' && expiresAt! <= now ? 'expired' : status",
    replace: 'status',
    tests: [domain('exports'), domain('exports-ending')],
  },
  {
    name: 'the client sends one Idempotency-Key with all attempts',
    file: 'docs/client/client.ts',
    find: "...(takesKey ? { 'Idempotency-Key': idempotencyKey ?? crypto.randomUUID() } : {}),",
    replace: '',
    tests: [api('client')],
  },
  {
    name: 'the client rejects old deliveries',
    file: 'docs/client/verify-webhook.ts',
    find: '!(age <= OLDEST_SECONDS)',
    replace: 'false',
    tests: [api('client')],
  },
  {
    name: 'FHIR never ignores a search parameter',
    file: 'server/http/fhir/query.ts',
    find: 'if (!Object.hasOwn(parameters, base))',
    replace: 'if (!Object.hasOwn(parameters, base)) return;\n    if (false)',
    tests: [api('fhir'), api('fhir-access')],
  },
  {
    name: 'FHIR includes need the scope of what they add',
    file: 'server/http/fhir/bundle.ts',
    find: 'for (const { scope } of includes) assertAllowed(ctx, { scope });',
    replace: '',
    tests: [api('fhir'), api('fhir-access')],
  },
  {
    name: 'FHIR keeps the digits of a value',
    file: 'server/domain/fhir/json.ts',
    find: 'JSON_NUMBER.test(text) && Number(text) === value ? new Decimal(text) : value;',
    replace: 'value;',
    tests: [api('fhir'), api('fhir-access')],
  },
];
