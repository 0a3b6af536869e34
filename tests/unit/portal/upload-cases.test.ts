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

const REFUSED = 'are not tried again when they are refused';
const OWN_MESSAGE = 'each file that cannot be taken has its own message';
const OFFLINE = 'offline in the middle: it goes on by itself; an answer that is lost files nothing twice';
const ENDED = 'the end of the session stops what travels; the next person sees and files nothing of it';
const ELSEWHERE = 'what travels goes on while the person looks at another patient';
const LEFT = 'what was sent and not filed waits for its owner alone, and can be removed';

const CASES: [what: string, file: string, test: string][] = [
  // The way of one file
  ['one drop, one click', PAGES, 'one drop anywhere in a chart and one click file documents'],
  ['by keys alone', PAGES, 'the keys u and Enter file what was chosen'],
  ['several at once, each with its progress', QUEUE, 'begin at once, three at a time'],
  ['two hundred', QUEUE, 'two hundred of them'],
  ['two hundred in a browser', AUDIT, 'two hundred files at once'],
  ['two of the same name', QUEUE, 'with the same name are two files with two outcomes'],
  // The connection
  ['broken for a moment', QUEUE, 'are tried again twice when the connection breaks'],
  ['broken for long, then retried by its button', QUEUE, 'then by their button'],
  ['offline in the middle and back', PAGES, OFFLINE],
  ['the server starts again in the middle', AUDIT, 'a service that starts again in the middle'],
  ['a proxy answers for a server that starts', QUEUE, 'are tried again while the server starts again'],
  ['too many requests', QUEUE, 'wait as long as the server says when there are too many'],
  // Refused, one message for each file
  ['too large by its size', FILES, 'has one sentence for each file'],
  ['413 by the server', QUEUE, REFUSED],
  ['413 by a proxy', PAGES, OWN_MESSAGE],
  ['wrong type by its first bytes, not sent', PAGES, OWN_MESSAGE],
  ['wrong type by all of it, not to be sent again', PAGES, OWN_MESSAGE],
  [
    'a kind that is accepted is never kept back',
    TYPES,
    'What the server accepts, the page must offer to send.',
  ],
  ['empty', PAGES, OWN_MESSAGE],
  ['no space on the server', QUEUE, "code: 'storage_full'"],
  ['a patient who is not active any more', QUEUE, "code: 'patient_not_active'"],
  ['too many unfiled files', SERVER, 'MOST_UPLOADS'],
  // The file itself
  ['changed or gone on the disk meanwhile', PAGES, OWN_MESSAGE],
  ['changed on the disk in a way that browsers do not notice', PAGES, OWN_MESSAGE],
  ['a name of 255 letters, from right to left', PAGES, OWN_MESSAGE],
  ['a name with signs of paths and control signs', FILES, 'the title that a name gives'],
  ['in the chart already', QUEUE, 'leaves out what the chart holds already'],
  ['in the chart of somebody else', COPIES, 'in the chart of this patient, and nowhere else'],
  // Stopped by the person
  ['cancel one, send it again', QUEUE, 'can be cancelled one by one, and sent again'],
  ['cancel while it waits for another try', QUEUE, 'can be cancelled while they wait for another try'],
  ['cancel all', QUEUE, 'are all cancelled, of this patient and of nobody else'],
  ['remove what arrives in that moment', QUEUE, 'while it travels does not stay behind'],
  ['remove in the moment of filing', QUEUE, 'in the moment of its filing is not removed'],
  // On a phone
  ['the patient is chosen before a file is', PHONE, 'the patient first'],
  // Leaving
  ['to another patient', PAGES, ELSEWHERE],
  ['closing the tab', PAGES, 'leaving is asked'],
  ['closed, and taken up again', PAGES, LEFT],
  ['the session ends, somebody else signs in', PAGES, ENDED],
  ['the session ends, the same person signs in', PAGES, ENDED],
  ['what was entered comes back with the file', KEPT, 'go to the file of that name and size, each once'],
  // The confirm
  ['before everything has arrived', QUEUE, 'while files travel files each when it has arrived'],
  ['of another patient', QUEUE, 'of one patient files nothing of another'],
  ['refused for one of several', QUEUE, 'that is refused leaves the file where it is'],
  ['its answer is lost', PAGES, OFFLINE],
  ['asked by two tabs at once', SERVER, 'is filed once, however often it is asked for, also by two at once'],
  ['after a day', QUEUE, 'of a file whose time is over says so'],
];

it('at least forty things that can happen to an upload have a test that is there', () => {
  expect(new Set(CASES.map(([what]) => what)).size).toBe(CASES.length);
  expect(CASES.length).toBeGreaterThanOrEqual(40);
  const missing = CASES.filter(([, file, test]) => !readFileSync(file, 'utf8').includes(test));
  expect(missing).toEqual([]);
});
