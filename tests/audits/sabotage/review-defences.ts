import type { Defence } from './defences';

/** Signing lab reports, the inbox, and critical values of which nobody takes note. */

const REVIEWS = ['tests/integration/domain/reviews.test.ts'];
const UNDO = ['tests/integration/domain/reviews-undo.test.ts'];
const INBOX = ['tests/integration/domain/reviews-inbox.test.ts'];
const WITHDRAWING = ['tests/integration/domain/reviews-withdrawing.test.ts'];
const LISTS = ['tests/integration/domain/reviews-lists.test.ts'];
const CRITICAL = ['tests/integration/domain/reviews-critical.test.ts'];
const verb = (name: string) => `server/domain/reviews/${name}.ts`;

export const REVIEW_DEFENCES: Defence[] = [
  {
    name: 'a version that nobody has read is not signed',
    file: verb('sign-lab-result'),
    find: '    assertNewest(row, input.version);\n',
    replace: '',
    tests: REVIEWS,
  },
  {
    name: 'who signs holds the report against others',
    file: verb('access'),
    find: "    .for('update', { of: labResults });",
    replace: ';',
    tests: REVIEWS,
  },
  {
    name: 'a report is signed once',
    file: verb('sign-lab-result'),
    find: '    await assertOpen(tx, ctx, row);\n',
    replace: '',
    tests: REVIEWS,
  },
  {
    name: 'only the request that signed is answered as the first time',
    file: verb('access'),
    find: '        eq(reviewEntries.idempotencyKey, key),\n',
    replace: '',
    tests: REVIEWS,
  },
  {
    name: 'a preliminary report that is seen is not marked a second time',
    file: verb('mark-lab-result-seen'),
    find: 'if (row.seen?.version === row.version)',
    replace: 'if (!row)',
    tests: REVIEWS,
  },
  {
    name: 'an assignment is not undone where somebody has signed or assigned since',
    file: verb('undo-review'),
    find: 'latest?.id !== entry.id || row.inboxRank === null',
    replace: '!latest',
    tests: UNDO,
  },
  {
    name: 'a preliminary report is not signed',
    file: verb('sign-lab-result'),
    find: 'if (mayOnlyBeSeen(row.status))',
    replace: 'if (!row)',
    tests: REVIEWS,
  },
  {
    name: 'who signs a critical report says what was done',
    file: verb('sign-lab-result'),
    find: '    assertNote(row, input.note);\n',
    replace: '',
    tests: REVIEWS,
  },
  {
    name: 'keys and applications sign nothing',
    file: verb('access'),
    find: "scope: 'labs:read', peopleOnly: true }",
    replace: "scope: 'labs:read', peopleOnly: false }",
    tests: REVIEWS,
  },
  {
    name: 'reports signed together are of the version that was listed',
    file: verb('sign-normal-results'),
    find: "  if (row.version !== version) return 'newer_version';\n",
    replace: '',
    tests: REVIEWS,
  },
  {
    name: 'reports signed together are judged again',
    file: verb('sign-normal-results'),
    find: 'whyNotPlain(row, lines)',
    replace: 'null',
    tests: REVIEWS,
  },
  {
    name: 'nobody takes back the signature of another',
    file: verb('undo-review'),
    find: '        eq(reviewEntries.by, actorName(ctx.actor)),\n',
    replace: '',
    tests: UNDO,
  },
  {
    name: 'a signature is taken back for some seconds only',
    file: verb('undo-review'),
    find: 'Date.now() - entry.at.getTime() <= UNDO_SECONDS * 1_000 + GRACE_MS',
    replace: 'true',
    tests: UNDO,
  },
  {
    name: 'the clock of a critical value goes on after a signature is taken back',
    file: verb('undo-review'),
    find: "inboxGroup(after) === 'critical' && row.criticalSince === null",
    replace: 'before === undefined',
    tests: UNDO,
  },
  {
    name: 'imported history waits for nobody',
    file: 'server/domain/lab-results/await-review.ts',
    find: 'after.historical ? null : inboxGroup(after)',
    replace: 'inboxGroup(after)',
    tests: INBOX,
  },
  {
    name: 'a report of somebody who left is followed to who took over',
    file: 'server/domain/lab-results/await-review.ts',
    find: 'candidate.steps < 10)',
    replace: 'candidate.steps < 0)',
    tests: INBOX,
  },
  {
    name: 'a report of somebody who may not sign any more waits for the group',
    file: verb('inbox-query'),
    find: 'or(isNull(labResults.reviewerId), nobody)',
    replace: 'isNull(labResults.reviewerId)',
    tests: INBOX,
  },
  {
    name: 'whoever leaves hands their reports over',
    file: 'server/domain/people/end-membership.ts',
    find: '    if (heirId) await handOver(tx, ctx, user.id, heirId);\n',
    replace: '',
    tests: INBOX,
  },
  {
    name: 'an absence that is over routes nothing',
    file: verb('access'),
    find: '        isNull(delegations.endedAt),\n',
    replace: '',
    tests: INBOX,
  },
  {
    name: 'a laboratory that keeps adding does not set the clock back',
    file: 'server/domain/lab-results/await-review.ts',
    find: 'before?.criticalDueAt ?? (alarming ? await criticalDueAt(tx, ctx, now) : null)',
    replace: 'alarming ? await criticalDueAt(tx, ctx, now) : null',
    tests: CRITICAL,
  },
  {
    name: 'a critical value is told once by processes that look at the same moment',
    file: verb('escalate-critical-result'),
    find: '      if (row.criticalDueAt === null || row.criticalDueAt > now) throw notFound();\n',
    replace: '',
    tests: CRITICAL,
  },
  {
    name: 'a critical value that was told waits for everybody',
    file: verb('inbox-query'),
    find: ', isNotNull(labResults.criticalToldAt)',
    replace: '',
    tests: CRITICAL,
  },
  {
    name: 'a critical report that no one person answers for counts for everybody',
    file: verb('inbox-query'),
    find: 'and(or(which.mine, which.unassigned), isCritical)',
    replace: 'and(which.mine, isCritical)',
    tests: CRITICAL,
  },
  {
    name: 'a changed critical value begins a clock again',
    file: 'server/domain/lab-results/apply-report.ts',
    find: '!before.has(id) || changed.has(id)',
    replace: '!before.has(id)',
    tests: CRITICAL,
  },
  {
    name: 'nobody withdraws the signature of another',
    file: verb('withdraw-signature'),
    find: 'version === input.version && by === actorName(ctx.actor)',
    replace: 'version === input.version && by !== undefined',
    tests: WITHDRAWING,
  },
  {
    name: 'a critical value whose signature is withdrawn has a clock again',
    file: verb('withdraw-signature'),
    find: 'const change = { reviews, ...(await clockOf(tx, ctx, { ...row, reviews })) };',
    replace: 'const change = { reviews };',
    tests: WITHDRAWING,
  },
  {
    name: 'a report that was moved is not shown among signed ones at the wrong patient',
    file: verb('list-signed-results'),
    find: 'patient && !isVoided(report) ? presentPatient(patient) : null',
    replace: 'patient ? presentPatient(patient) : null',
    tests: LISTS,
  },
  {
    name: 'what a filter of the inbox hides is counted by the filter',
    file: verb('list-inbox'),
    find: 'countOpen(tx, ctx, and(which[input.scope], asked))',
    replace: 'countOpen(tx, ctx, which[input.scope])',
    tests: LISTS,
  },
];
