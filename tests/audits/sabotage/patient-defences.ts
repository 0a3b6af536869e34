import type { Defence } from './defences';

/** Records of patients as people change them, and the audit that tells of it. */

export const PATIENT_DEFENCES: Defence[] = [
  {
    name: 'a change in the portal is made to the version that it was made from',
    file: 'server/http/trpc-handler.ts',
    find: 'if (version !== undefined) ctx.ifMatch = version;',
    replace: 'void version;',
    tests: ['tests/integration/api/sessions.test.ts'],
  },
  {
    name: 'where two people have changed the same field, one is asked',
    file: 'components/patients/details.ts',
    find: 'if (isMine && isTheirs && !isSame(mine, theirs, field)) conflicts.push(field);',
    replace: '',
    tests: ['tests/unit/portal/patient-details.test.ts'],
  },
  {
    name: 'what only the other person has changed stays',
    file: 'components/patients/details.ts',
    find: 'if (isMine) take(details, mine, field);',
    replace: 'take(details, mine, field);',
    tests: ['tests/unit/portal/patient-details.test.ts'],
  },
  {
    name: 'a second record with the same name and birth date needs a reason',
    file: 'server/domain/patients/register-patient.ts',
    find: 'if (duplicates.length > 0 && !duplicate_reason)',
    replace: "if (duplicates.length > 0 && duplicate_reason === 'urgent')",
    tests: ['tests/integration/domain/register-patient.test.ts'],
  },
  {
    name: 'a patient with the same birth date, sex and first given name needs a reason',
    file: 'server/domain/patients/find-duplicates.ts',
    find: "sql`split_part(${patients.givenKey}, ' ', 1) = ${firstGiven}`",
    replace: 'sql`${patients.givenKey} = ${firstGiven}`',
    tests: ['tests/integration/domain/register-patient.test.ts'],
  },
  {
    name: 'two people who register the same patient at the same moment take turns',
    file: 'server/domain/patients/register-patient.ts',
    find: "  await lockThing(tx, 'register_patient', orgId, birth_date);\n",
    replace: '',
    tests: ['tests/integration/domain/register-patient.test.ts'],
  },
  {
    name: 'possible duplicates are found by the phone number',
    file: 'server/domain/patients/find-duplicates.ts',
    find: 'const tail = phoneTail(phone);',
    replace: 'const tail = phoneTail(phone.slice(0, 0));',
    tests: ['tests/integration/domain/register-patient.test.ts'],
  },
  {
    name: 'pages make no record past the rules for people',
    file: 'server/api/trpc.ts',
    find: "if (meta?.v1Only && ctx.door === 'portal')",
    replace: 'if (meta?.v1Only && !ctx.door)',
    tests: ['tests/integration/matrix/portal.test.ts'],
  },
  {
    name: 'the file of the audit has every piece',
    file: 'server/domain/audit-log/export-audit-events.ts',
    find: '.limit(page.limit + 1)',
    replace: '.limit(page.limit)',
    tests: ['tests/integration/domain/patient-access.test.ts'],
  },
  {
    name: 'the charts that somebody has opened lately are shown to that person alone',
    file: 'server/domain/patients/list-recent-patients.ts',
    find: 'eq(recentPatients.userId, id!),',
    replace: '',
    tests: ['tests/integration/domain/recent-patients.test.ts'],
  },
  {
    name: 'a patient who was deleted is not among those opened lately',
    file: 'server/domain/patients/list-recent-patients.ts',
    find: 'isNull(patients.deletedAt)',
    replace: 'undefined',
    tests: ['tests/integration/domain/recent-patients.test.ts'],
  },
  {
    name: 'a name holds no character that turns its direction',
    file: 'server/domain/patients/write.ts',
    find: '.filter(([, text]) => TURNS_DIRECTION.test(text))',
    replace: '.filter(([, text]) => text.length > 500)',
    tests: ['tests/integration/domain/patients.test.ts'],
  },
];
