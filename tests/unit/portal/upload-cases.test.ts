import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';

/** P-14: what can happen to files during upload, with the test for each case. */

const QUEUE = 'tests/unit/portal/upload-queue.test.ts';
const FILES = 'tests/unit/portal/upload-files.test.ts';
const KEPT = 'tests/unit/portal/kept-details.test.ts';
const PAGES = 'tests/browser/uploads.spec.ts';
const SERVER = 'tests/integration/domain/uploads.test.ts';
const COPIES = 'tests/integration/domain/document-copies.test.ts';
const TYPES = 'tests/unit/documents/detect-content-type.test.ts';
const PHONE = 'tests/browser/phone.spec.ts';
const AUDIT = 'tests/audits/portal/uploads.ts';

const REJECTED = 'does not retry a rejected file';
const OWN_MESSAGE = 'each invalid file has its own message';
const OFFLINE = 'offline upload resumes automatically; a lost response files nothing twice';
const ENDED = 'session end stops uploads; the next user sees none of them';
const ELSEWHERE = 'uploads continue while the user views another patient';
const LEFT = 'uploaded files are visible to their owner only, and can be removed';

const CASES: [what: string, file: string, test: string][] = [
  // One file
  ['one drop, one click', PAGES, 'one drop in a chart and one click file six documents'],
  ['photographs combined', PAGES, 'several photographs become one PDF, which contains each as it was'],
  ['by keyboard', PAGES, 'keys u and Enter file the chosen files'],
  ['several at once, each with its progress', QUEUE, 'starts at once, three at a time'],
  ['two hundred', QUEUE, 'sends two hundred files'],
  ['two hundred in a browser', AUDIT, 'two hundred files at once'],
  ['two of the same name', QUEUE, 'handles two files of the same name separately'],
  // Connection
  ['lost for a moment', QUEUE, 'retries twice after a lost connection'],
  ['lost for long, then retried by button', QUEUE, 'then by button'],
  ['offline during an upload and back', PAGES, OFFLINE],
  ['restart of the server during an upload', AUDIT, 'a service that starts again in the middle'],
  ['a proxy answers for a starting server', QUEUE, 'retries during a restart of the server'],
  ['too many requests', QUEUE, 'waits as long as the server states at the limit'],
  // Rejected, with one message per file
  ['too large by its size', FILES, 'gets a message with cause and solution'],
  ['413 by the server', QUEUE, REJECTED],
  ['413 by a proxy', PAGES, OWN_MESSAGE],
  ['wrong type by its first bytes, not sent', PAGES, OWN_MESSAGE],
  ['wrong type by its content, not to be sent again', PAGES, OWN_MESSAGE],
  ['accepted types are always sent', TYPES, 'What the server accepts, the page must offer to send.'],
  ['empty', PAGES, OWN_MESSAGE],
  ['an incomplete PDF file', QUEUE, 'mark a PDF file whose end is missing, which can be filed'],
  ['no space on the server', QUEUE, "code: 'storage_full'"],
  ['a patient who is no longer active', QUEUE, "code: 'patient_not_active'"],
  ['too many unfiled files', SERVER, 'MOST_UPLOADS'],
  // File on disk
  ['changed or deleted on disk', PAGES, OWN_MESSAGE],
  ['changed on disk in a way that browsers do not detect', PAGES, OWN_MESSAGE],
  ['a name of 255 letters, from right to left', PAGES, OWN_MESSAGE],
  ['a name with path separators and control characters', FILES, 'title from a file name'],
  ['in the chart already', QUEUE, 'skips documents that exist in the chart'],
  ['in the chart of another patient', COPIES, 'in the chart of this patient or in another'],
  // Canceled by the user
  ['one canceled, then sent again', QUEUE, 'cancels files one by one, and sends them again'],
  ['canceled while it awaits a retry', QUEUE, 'cancels files that await a retry'],
  ['all canceled', QUEUE, 'cancels all files of this patient only'],
  ['removed by mistake', QUEUE, 'is put back in its place with what was entered, and uploaded again'],
  ['removed on arrival', QUEUE, 'in progress is deleted even if it arrives'],
  ['removed during filing', QUEUE, 'cannot be removed while it is being filed'],
  // On a phone
  ['the patient is chosen before a file', PHONE, 'the patient first'],
  // Navigation
  ['to another patient', PAGES, ELSEWHERE],
  ['closing the tab', PAGES, 'leaving asks first'],
  ['closed, and resumed', PAGES, LEFT],
  ['opened after it was closed', PAGES, 'image from a closed page opens in a new tab before it is filed'],
  ['the session ends, another user signs in', PAGES, ENDED],
  ['the session ends, the same user signs in', PAGES, ENDED],
  ['entered details return with the file', KEPT, 'are matched by file name and size, each once'],
  // Confirmation
  ['before all files have arrived', QUEUE, 'during uploads files each on arrival'],
  ['of another patient', QUEUE, 'for one patient files nothing of another'],
  ['rejected for one of several', QUEUE, 'that is rejected keeps the file with a message'],
  ['its response is lost', PAGES, OFFLINE],
  ['requested by two tabs at once', SERVER, 'is filed once, however often requested, also concurrently'],
  ['after a day', QUEUE, 'of an expired upload shows it and sends the file again'],
];

it('at least forty upload cases have an existing test', () => {
  expect(new Set(CASES.map(([what]) => what)).size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThanOrEqual(40);
  const missing = CASES.filter(([, file, test]) => !readFileSync(file, 'utf8').includes(test));
  expect(missing).toEqual([]);
});
