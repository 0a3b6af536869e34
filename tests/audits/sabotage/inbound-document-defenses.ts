import type { Defense } from './defenses';

const SENT = ['tests/integration/domain/document-messages.test.ts'];
const ORDERED = ['tests/integration/domain/document-messages-order.test.ts'];
const MERGED = ['tests/integration/domain/document-messages-merged.test.ts'];
const RACES = ['tests/integration/domain/document-merge-races.test.ts'];

/** Documents received as messages (MDM), and documents of patients that are merged at the same time. */
export const INBOUND_DOCUMENT_DEFENSES: Defense[] = [
  {
    name: 'a document of a test message is not filed',
    file: 'server/domain/inbound-documents/process-document.ts',
    find: "  if (isTest) return nothing('test', decision.why.problem as DocumentProblem | null, why);\n",
    replace: '',
    tests: SENT,
  },
  {
    name: 'a message about a document that contradicts its patient changes nothing',
    file: 'server/domain/inbound-documents/process-document.ts',
    find: '!check.fits && hasDifference(check)',
    replace: 'false && hasDifference(check)',
    tests: ORDERED,
  },
  {
    name: 'a decision about a document message is not undone by processing it again',
    file: 'server/domain/inbound-documents/process-document.ts',
    find: 'if (known && (known.decidedBy !== null || !UNSETTLED.includes(known.state))) return known;',
    replace: '',
    tests: [...SENT, ...ORDERED],
  },
  {
    name: 'a withdrawal leaves held documents of another patient in the queue',
    file: 'server/domain/inbound-documents/process-document.ts',
    find: 'if (one.mrn !== row.mrn || one.family !== row.family || one.birthDate !== row.birthDate) continue;',
    replace: '',
    tests: ORDERED,
  },
  {
    name: 'an older version does not replace a newer one',
    file: 'server/domain/inbound-documents/versions.ts',
    find: 'return one.sentAt < other.sentAt;',
    replace: 'return false;',
    tests: ORDERED,
  },
  {
    name: 'the number of another authority is another document',
    file: 'server/domain/inbound-documents/versions.ts',
    find: 'row.source.authority.toLowerCase() === authority.toLowerCase();',
    replace: 'row.source.authority !== authority.repeat(2);',
    tests: [...SENT, ...ORDERED],
  },
  {
    name: 'the number of another connection is another document',
    file: 'server/domain/documents/feed-documents.ts',
    find: 'eq(documents.sourceConnectionId, connectionId),',
    replace: '',
    tests: ORDERED,
  },
  {
    name: 'of several charts with one document number none is guessed',
    file: 'server/domain/inbound-documents/match-document.ts',
    find: "if (own.length > 1) return 'several';",
    replace: '',
    tests: ORDERED,
  },
  {
    name: 'a notice that arrived before its document does not change one of another patient',
    file: 'server/domain/inbound-documents/apply-content.ts',
    find: 'row.mrn !== mrn || ',
    replace: '',
    tests: [...SENT, ...ORDERED],
  },
  {
    name: 'a document that was entered in error is not shown again by a repetition',
    file: 'server/domain/documents/feed-documents.ts',
    find: "        which,\n        ne(documents.status, 'entered_in_error'),",
    replace: '        which,',
    tests: ORDERED,
  },
  {
    name: 'a user states a reason to file a document that contradicts the patient',
    file: 'server/domain/inbound-documents/file-inbound-document.ts',
    find: 'if (needsReason(check) && !input.reason)',
    replace: 'if (false)',
    tests: ORDERED,
  },
  {
    name: 'held documents of another patient are not filed along',
    file: 'server/domain/inbound-documents/file-inbound-document.ts',
    find: 'other.mrn === row.mrn,',
    replace: 'true,',
    tests: ORDERED,
  },
  {
    name: 'a moved document takes its versions along',
    file: 'server/domain/documents/move-document.ts',
    find: 'const all = await withVersions(tx, ctx, before);',
    replace: 'const all = [before];',
    tests: ORDERED,
  },
  {
    name: 'versions of a document stay together when a merge is undone',
    file: 'server/domain/inbound-documents/versions.ts',
    find: 'return { ...columns, addressedPatientId: first.addressedPatientId };',
    replace: 'return columns;',
    tests: MERGED,
  },
  {
    name: 'a document message and a merge do not wait for each other',
    file: 'server/domain/inbound-documents/process-document.ts',
    find: '      await withoutMerges(tx, ctx);\n',
    replace: '',
    tests: RACES,
  },
  {
    name: 'filing of a held document and an undone merge do not wait for each other',
    file: 'server/domain/inbound-documents/file-inbound-document.ts',
    find: '      await withoutMerges(tx, ctx);\n',
    replace: '',
    tests: RACES,
  },
  {
    name: 'a moved document and a merge do not wait for each other',
    file: 'server/domain/documents/move-document.ts',
    find: '    await withoutMerges(tx, ctx);\n',
    replace: '',
    tests: RACES,
  },
  {
    name: 'a moved report and a merge do not wait for each other',
    file: 'server/domain/inbound-reports/rematch-lab-result.ts',
    find: '    await withoutMerges(tx, ctx);\n',
    replace: '',
    tests: RACES,
  },
  {
    name: 'filing of an uploaded file and a merge do not wait for each other',
    file: 'server/domain/documents/file-upload.ts',
    find: '    await withoutMerges(tx, ctx);\n',
    replace: '',
    tests: RACES,
  },
  {
    name: 'the bytes of an announced document follow its record into a merge',
    file: 'server/domain/documents/upload-document.ts',
    find: "if (chart.patient.status !== 'active')",
    replace: "if (chart.addressedPatientId !== null || chart.patient.status !== 'active')",
    tests: RACES,
  },
];
