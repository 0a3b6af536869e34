import type { Defense } from './defenses';

/** Suspended organizations and the patient's access log. */
const SUSPENDED = ['tests/integration/api/suspended-organization.test.ts'];
const LOG = ['tests/integration/domain/patient-access.test.ts'];

export const ACCESS_DEFENSES: Defense[] = [
  {
    name: 'a key of a suspended organization is rejected',
    file: 'server/auth/authenticate-api-key.ts',
    find: "  if (row.suspendedAt) return 'suspended';\n",
    replace: '',
    tests: SUSPENDED,
  },
  {
    name: 'a token of a suspended organization is rejected',
    file: 'server/auth/authenticate-bearer.ts',
    find: 'isNull(organizations.suspendedAt)',
    replace: 'eq(organizations.id, oauthGrants.orgId)',
    tests: SUSPENDED,
  },
  {
    name: 'a session of a suspended organization is over',
    file: 'server/auth/portal-session.ts',
    find: ' || row.org.suspendedAt',
    replace: '',
    tests: SUSPENDED,
  },
  {
    name: 'no user signs in to a suspended organization',
    file: 'server/auth/own-organizations.ts',
    find: ', isNull(organizations.suspendedAt)',
    replace: '',
    tests: SUSPENDED,
  },
  {
    name: 'a client of a suspended organization is unknown',
    file: 'server/domain/oauth/client.ts',
    find: ', isNull(organizations.suspendedAt))',
    replace: ')',
    tests: SUSPENDED,
  },
  {
    name: 'addresses of a suspended organization lead nowhere',
    file: 'server/domain/documents/current-actor.ts',
    find: ', isNull(organizations.suspendedAt))',
    replace: ')',
    tests: SUSPENDED,
  },
  {
    name: 'deliveries of a suspended organization wait',
    file: 'server/deliveries/queue.ts',
    find: "'o.suspended_at is null'",
    replace: "'true'",
    tests: ['tests/integration/domain/webhooks-queue.test.ts'],
  },
  {
    name: 'pending deliveries keep their events',
    file: 'server/deliveries/retention.ts',
    find: ' where suspended_at is null',
    replace: '',
    tests: ['tests/integration/domain/webhooks-queue.test.ts'],
  },
  {
    name: 'an act has its line in the access log of each patient',
    file: 'server/shared/audit.ts',
    find: 'patientIds.length > 0 ? INSERT_WITH_PATIENTS : INSERT',
    replace: 'patientIds.length > 1 ? INSERT_WITH_PATIENTS : INSERT',
    tests: LOG,
  },
  {
    name: 'a rejection records the requested patient',
    file: 'server/api/trpc.ts',
    find: 'patientsNamed(await getRawInput())',
    replace: 'patientsNamed(null)',
    tests: LOG,
  },
  {
    name: 'the access log is for administrators',
    file: 'server/domain/audit-log/list-patient-access.ts',
    find: "  role: 'admin',\n",
    replace: '',
    tests: LOG,
  },
  {
    name: 'the access log is of one patient',
    file: 'server/domain/audit-log/list-patient-access.ts',
    find: 'eq(auditPatients.patientId, patient.id),',
    replace: '',
    tests: LOG,
  },
  {
    name: 'the audit tells no patient’s id',
    file: 'server/domain/audit-log/entries.ts',
    find: "objectKind !== 'patient' && ",
    replace: '',
    tests: LOG,
  },
  {
    name: 'a key is checked again after a slow body',
    file: 'server/http/rest/handler.ts',
    find: '() => readJson(req, info, route, parameters, reservation.grow), recheck',
    replace: '() => readJson(req, info, route, parameters, reservation.grow), () => Promise.resolve()',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
  {
    name: 'a key is checked again after a slow upload',
    file: 'server/http/rest/handler.ts',
    find: 'receiveMultipart(req, ctx, recheck)',
    replace: 'receiveMultipart(req, ctx, () => Promise.resolve())',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
  {
    name: 'a session is checked again after a slow body',
    file: 'server/http/trpc-handler.ts',
    find: '() => assertSessionValid(ctx)',
    replace: '() => Promise.resolve()',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
  {
    name: 'a session is checked again after a slow upload',
    file: 'server/http/portal-documents.ts',
    find: '() => assertSessionValid(ctx)',
    replace: '() => Promise.resolve()',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
  {
    name: 'a session is checked again after a slow consent decision',
    file: 'server/http/oauth/decide.ts',
    find: '() => assertSessionValid(ctx)',
    replace: '() => Promise.resolve()',
    tests: ['tests/integration/api/slow-bodies.test.ts'],
  },
];
