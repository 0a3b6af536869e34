import type { Defence } from './defences';

/** Files that wait to be filed, and corrections of documents. */
const UPLOADS = ['tests/domain/uploads.test.ts'];
const CORRECTIONS = ['tests/domain/document-corrections.test.ts'];
const QUEUE = ['tests/unit/portal/upload-queue.test.ts'];

export const DOCUMENT_DEFENCES: Defence[] = [
  {
    name: 'a held file is filed to the patient it was sent for, and to nobody else',
    file: 'server/domain/documents/file-upload.ts',
    find: "if (readId('patient', input.patient_id) !== held.patientId)",
    replace: 'if (false)',
    tests: UPLOADS,
  },
  {
    name: 'a file that is sent is compared with the one that was chosen',
    file: 'server/domain/documents/hold-upload.ts',
    find: "judgeBytes(staged, { declaredType, sha256, pointer: '/file' })",
    replace: "judgeBytes(staged, { declaredType, sha256: sha256 && null, pointer: '/file' })",
    tests: UPLOADS,
  },
  {
    name: 'a file goes with the checksum that it was chosen with',
    file: 'components/documents/send-file.ts',
    find: 'patient_id: patientId, sha256: digest',
    replace: 'patient_id: patientId',
    tests: ['tests/unit/portal/upload-files.test.ts'],
  },
  {
    name: 'a file that was cancelled before its checksum was known is not sent',
    file: 'components/documents/send-file.ts',
    find: '      if (isCancelled) return;\n',
    replace: '',
    tests: ['tests/unit/portal/upload-files.test.ts'],
  },
  {
    name: 'a held file is its owner’s alone',
    file: 'server/domain/documents/upload-access.ts',
    find: 'eq(uploads.userId, ctx.actor.id!),',
    replace: '',
    tests: UPLOADS,
  },
  {
    name: 'a held file whose time is over is not filed',
    file: 'server/domain/documents/file-upload.ts',
    find: ' || held.expiresAt <= new Date()',
    replace: '',
    tests: UPLOADS,
  },
  {
    name: 'the bytes of a held file that was filed are the document’s',
    file: 'server/domain/documents/file-upload.ts',
    find: '.set({ documentId: row.id, storageKey: null })',
    replace: '.set({ documentId: row.id })',
    tests: UPLOADS,
  },
  {
    name: 'the sweep of the store leaves held files alone',
    file: 'server/domain/documents/sweep-documents.ts',
    find: 'return upload !== undefined;',
    replace: 'return upload === null;',
    tests: UPLOADS,
  },
  {
    name: 'a person holds so many files and no more',
    file: 'server/domain/documents/hold-upload.ts',
    find: 'if ((held?.count ?? 0) >= MOST_UPLOADS)',
    replace: 'if (false)',
    tests: UPLOADS,
  },
  {
    name: 'a document is corrected once',
    file: 'server/domain/documents/correct-document.ts',
    find: "if (row.status === 'entered_in_error')",
    replace: 'if (false)',
    tests: CORRECTIONS,
  },
  {
    name: 'a document of a report is not moved without it',
    file: 'server/domain/documents/move-document.ts',
    find: 'if (resultId)',
    replace: 'if (false)',
    tests: CORRECTIONS,
  },
  {
    name: 'a move stands in the access logs of both patients',
    file: 'server/domain/documents/move-document.ts',
    find: 'patientIds: [before.patientId, patientId],',
    replace: 'patientIds: [patientId],',
    tests: CORRECTIONS,
  },
  {
    name: 'documents are corrected by people, not by keys',
    file: 'server/domain/documents/correct-document.ts',
    find: ', peopleOnly: true } as const',
    replace: ' } as const',
    tests: CORRECTIONS,
  },
  {
    name: 'the confirm of one patient files nothing of another',
    file: 'components/documents/upload-queue.ts',
    find: 'return this.lines.filter((line) => line.patientId === patientId);',
    replace: 'return this.lines.filter((line) => line.patientId !== undefined || patientId);',
    tests: QUEUE,
  },
  {
    name: 'a file that was removed is not taken up again',
    file: 'components/documents/upload-queue.ts',
    find: 'new Set([...this.gone, ...this.lines',
    replace: 'new Set([...this.lines',
    tests: QUEUE,
  },
  {
    name: 'the document beside one is of the same patient',
    file: 'server/domain/documents/get-document-neighbours.ts',
    find: 'eq(documents.patientId, document.patientId),',
    replace: '',
    tests: ['tests/domain/documents-reading.test.ts'],
  },
  {
    name: 'days of documents are days of the organisation',
    file: 'server/domain/documents/chart-filter.ts',
    find: 'o.time_zone from',
    replace: "'UTC' from",
    tests: ['tests/domain/documents-reading.test.ts'],
  },
  {
    name: 'a file that changed on the disk is not called a broken connection',
    file: 'components/documents/send-file.ts',
    find: '() => UNREADABLE,',
    replace: "() => ({ code: 'network' }),",
    tests: ['tests/unit/portal/upload-files.test.ts'],
  },
  {
    name: 'a server that starts again is worth another try',
    file: 'components/documents/upload-queue.ts',
    find: "const PASSING = ['network', 'unavailable', ",
    replace: "const PASSING = ['network', ",
    tests: QUEUE,
  },
  {
    name: 'the title that a name gives is one that the server takes',
    file: 'components/documents/default-title.ts',
    find: "fileName.replace(NOT_IN_TITLES, '').trim()",
    replace: 'fileName.trim()',
    tests: ['tests/unit/portal/upload-files.test.ts'],
  },
];
