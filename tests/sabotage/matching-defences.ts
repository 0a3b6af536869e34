import type { Defence } from './defences';

/** Defences of results that are matched to patients and laid over what is there. */

const process = (name: string) => `server/intake/process/${name}.ts`;
const labs = (name: string) => `server/domain/lab-results/${name}.ts`;
const MATCHING = ['tests/domain/inbound-matching.test.ts'];
const APPLYING = ['tests/domain/inbound-applying.test.ts'];
const QUEUE = ['tests/domain/inbound-queue.test.ts'];
const REMATCH = ['tests/domain/rematch-choice.test.ts'];
const unit = (name: string) => [`tests/unit/intake/${name}.test.ts`];

export const MATCHING_DEFENCES: Defence[] = [
  {
    name: 'another MRN holds a report, whatever else fits',
    file: process('check-patient'),
    find: "if (fields.mrn === 'different') return { fits: false, rule: 'mrn_differs' };",
    replace: '',
    tests: unit('check-patient'),
  },
  {
    name: 'an MRN alone files nothing',
    file: process('check-patient'),
    find: "return { fits: false, rule: 'only_the_mrn_fits' };",
    replace: "return { fits: true, rule: 'only_the_mrn_fits' };",
    tests: unit('check-patient'),
  },
  {
    name: 'another sex holds a report without an MRN',
    file: process('check-patient'),
    find: " && fields.sex !== 'different')",
    replace: ')',
    tests: unit('check-patient'),
  },
  {
    name: 'family and given name are of one name',
    file: process('check-patient'),
    find: '=> sameFamily(sent, name) && isSameGiven(sent, name.given)',
    replace: '=> sameFamily(sent, name)',
    tests: unit('check-patient'),
  },
  {
    name: 'half of a double name is another name',
    file: process('names'),
    find: "[pieces.join(''), [...pieces].sort().join(' ')]",
    replace: "[pieces.join(''), ...pieces]",
    tests: unit('check-patient'),
  },
  {
    name: 'a number of another kind is no MRN',
    file: process('patient-facts'),
    find: "sent.length === 1 && !OTHERS.test(sent[0]!.type ?? '')",
    replace: 'sent.length === 1',
    tests: unit('check-patient'),
  },
  {
    name: 'the person is compared also when the number is one of our orders',
    file: process('decide'),
    find: 'if (orders[0]) return judge(facts, orders[0], foundBy);',
    replace:
      "if (orders[0]?.patient) return { kind: 'file', patientId: orders[0].patient.id, orderId: orders[0].orderId, why: { found_by: foundBy, check: null, candidate: null, problem: null } };",
    tests: MATCHING,
  },
  {
    name: 'two orders of one number are no order',
    file: process('decide'),
    find: 'if (orders.length > 1)',
    replace: 'if (orders.length > 2)',
    tests: unit('decide'),
  },
  {
    name: 'nobody ordered it: the number of a patient alone is too little',
    file: process('decide'),
    find: "if (check.rule === 'mrn_and_birth_date')",
    replace: 'if (check.fits)',
    tests: unit('decide'),
  },
  {
    name: 'letters and leading zeros are part of a number',
    file: process('numbers'),
    find: 'const ONLY_DIGITS = /^\\d+$/;',
    replace: 'const ONLY_DIGITS = /^/;',
    tests: unit('to-report'),
  },
  {
    name: 'a report that was filed stays filed when its message is read again',
    file: process('process-inbound-report'),
    find: "if (patientId === null || (before.decidedBy === null && before.state !== 'filed')) return null;",
    replace: 'if (patientId === null || before.decidedBy === null) return null;',
    tests: MATCHING,
  },
  {
    name: 'what a person has put aside stays there when its message is read again',
    file: process('process-inbound-report'),
    find: "if (before && (before.state === 'parked' || before.state === 'rejected'))",
    replace: "if (before && before.state === 'rejected')",
    tests: QUEUE,
  },
  {
    name: 'a preliminary panel does not replace a final one',
    file: labs('merge-report'),
    find: 'const late = next && isFinal(panel.head.status) && isUnfinished(next.head.status);',
    replace: 'const late = false;',
    tests: APPLYING,
  },
  {
    name: 'a line that is called corrected counts also below a panel that is called preliminary',
    file: labs('merge-panel'),
    find: 'if (changes.length === 0) return null;',
    replace: 'if (changes.length >= 0) return null;',
    tests: APPLYING,
  },
  {
    name: 'what was made earlier does not replace what was made later',
    file: labs('pair-panels'),
    find: 'if (known.at !== null && sent.until !== null && sent.until < known.at) return true;',
    replace: '',
    tests: APPLYING,
  },
  {
    name: 'a day may mean all of the day: no correction is taken for old',
    file: process('times'),
    find: 'LENGTH[time.precision] - 1',
    replace: '0',
    tests: APPLYING,
  },
  {
    name: 'a message that is read again does not overtake a later one',
    file: labs('pair-panels'),
    find: 'return sent.arrival !== null && known.arrival != null && sent.arrival < known.arrival;',
    replace: 'return false;',
    tests: APPLYING,
  },
  {
    name: 'what was said last is remembered also when it was said before',
    file: labs('apply-report'),
    find: 'await keepTimes(tx, stored, merged.panels);',
    replace: '',
    tests: APPLYING,
  },
  {
    name: 'one test under two numbers of the laboratory is two panels',
    file: labs('pair-panels'),
    find: 'pair((known, sent) => numberOf(known) === null || numberOf(sent) === null);',
    replace: 'pair(() => true);',
    tests: APPLYING,
  },
  {
    name: 'a value that is not sent again because it is final now stays',
    file: labs('merge-line'),
    find: "if (keeps === 'value')",
    replace: 'if (!keeps && !before)',
    tests: APPLYING,
  },
  {
    name: 'a report waits for the tests that were ordered and have not come',
    file: labs('pending-tests'),
    find: "(item.status === 'ordered' || item.status === 'in_progress') &&",
    replace: 'item.status === null &&',
    tests: APPLYING,
  },
  {
    name: 'a report no longer waits for what has come in another one of its order',
    file: labs('file-lab-result'),
    find: 'await settleOthers(tx, ctx, order.row.id, applied.row);',
    replace: '',
    tests: APPLYING,
  },
  {
    name: 'a file inside a report is one document however often it is sent',
    file: process('apply-inbound'),
    find: 'filed.get(sha256) ?? id',
    replace: 'id',
    tests: APPLYING,
  },
  {
    name: 'a contradiction is overruled only with a reason',
    file: 'server/intake/unmatched/match-report.ts',
    find: 'if (!check.fits && hasContradiction(check) && !input.reason)',
    replace: 'if (check === null)',
    tests: QUEUE,
  },
  {
    name: 'a report that was filed at the wrong patient is seen by administrators alone',
    file: labs('access'),
    find: '(isVoided(found.result) && !seesVoided(ctx))',
    replace: 'false',
    tests: QUEUE,
  },
  {
    name: 'values of a report that was filed at the wrong patient no longer count there',
    file: labs('void-result'),
    find: ".set({ status: 'wrong' })",
    replace: ".set({ status: 'final' })",
    tests: QUEUE,
  },
  {
    name: 'one process at a time works at a message',
    file: 'server/intake/process/process-inbound-report.ts',
    find: '  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${turn}, 0))`);\n',
    replace: '',
    tests: QUEUE,
  },
  {
    name: 'signatures do not move with a report to another patient',
    file: labs('void-result'),
    find: '      reviews: [],\n      corrections: [],',
    replace: '      corrections: [],',
    tests: QUEUE,
  },
  {
    name: 'the laboratory’s own LOINC is not overwritten by a mapping',
    file: 'server/domain/lab-codes/map-lab-code.ts',
    find: 'and o.loinc is not distinct from ${before} and',
    replace: 'and',
    tests: QUEUE,
  },
  {
    name: 'the old address of a moved report says where it is',
    file: labs('void-result'),
    find: "    { observation_id: null, field: MOVED_TO, from: null, to: showId('lab_result', movedTo) },\n",
    replace: '',
    tests: REMATCH,
  },
  {
    name: 'whoever is looked up for a report has been listed',
    file: 'server/intake/unmatched/get-unmatched-report.ts',
    find: '[...new Set([...patientIds, ...others.patientIds])]',
    replace: 'patientIds',
    tests: REMATCH,
  },
  {
    name: 'a deleted patient is not named as where a report went',
    file: 'server/intake/unmatched/get-report-move.ts',
    find: 'eq(labResults.id, id), isNull(patients.deletedAt)',
    replace: 'eq(labResults.id, id)',
    tests: REMATCH,
  },
];
