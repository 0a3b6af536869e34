import fc from 'fast-check';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { key, target, who } from './arbitraries';
import {
  addDocument,
  mayAddDocument,
  mayDownload,
  mayFileFor,
  maySee,
  mayUpload,
  receiveBytes,
  type Bytes,
  type Document,
  type Model,
  type Org,
  type Who,
} from './model';
import { find, post, same, settle, type Target } from './settle';
import type { World } from './world';

/**
 * Documents with their bytes in the request (form A), some of them twice, some empty, and announced ones whose bytes
 * follow (form C), sometimes wrong ones, sometimes twice; metadata and bytes are read.
 */

interface Filed {
  do: 'createDocument' | 'announceDocument';
  as: Who;
  patient: Target;
  text: string;
  key: string | null;
}

export type DocumentStep =
  | Filed
  | { do: 'uploadDocument'; as: Who; document: Target; bytes: Bytes }
  | { do: 'getDocument' | 'downloadDocument'; as: Who; document: Target };

const TEXTS = ['First note.\n', 'First note.\n', 'Second note.\n'];
const created = fc.record({
  do: fc.constant('createDocument' as const),
  as: who,
  patient: target,
  text: fc.constantFrom(...TEXTS, ''),
  key,
});
const announced = fc.record({
  do: fc.constant('announceDocument' as const),
  as: who,
  patient: target,
  text: fc.constantFrom(...TEXTS),
  key,
});
const uploaded = fc.record({
  do: fc.constant('uploadDocument' as const),
  as: who,
  // Counted from the newest, which still awaits its bytes.
  document: fc.record({ foreign: fc.constant(false), at: fc.constantFrom(-1, -1, -1, -2) }),
  bytes: fc.constantFrom<Bytes>('right', 'right', 'short', 'other'),
});

export const documentSteps: fc.Arbitrary<DocumentStep>[] = [
  created,
  created,
  announced,
  uploaded,
  uploaded,
  fc.record({ do: fc.constant('getDocument' as const), as: who, document: target }),
  fc.record({ do: fc.constant('downloadDocument' as const), as: who, document: target }),
];

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex');

export const announcedOf = (org: Org): Document[] => org.documents.filter(({ upload }) => upload !== null);

function assertShown(shown: Record<string, unknown>, document: Document): void {
  const { id, version, patient, text, duplicateOf, status } = document;
  const expected = {
    id,
    version,
    status,
    patient_id: patient.id,
    size: text.length,
    sha256: sha256(text),
    duplicate_of: duplicateOf,
  };
  same(shown, expected, 'document');
  assert.equal(shown.upload !== null, status === 'pending_upload', 'document: upload');
  assert.equal(shown.content_url !== null, status === 'available', 'document: content_url');
}

const FORMS = {
  createDocument: (text: string) => ({
    content: { data: Buffer.from(text).toString('base64'), file_name: 'note.txt' },
  }),
  announceDocument: (text: string) => ({
    upload: { size: text.length, sha256: sha256(text), content_type: 'text/plain', file_name: 'note.txt' },
  }),
};

export async function doDocuments(model: Model, world: World, step: DocumentStep): Promise<void> {
  const { as } = step;
  if ('text' in step) return file(model, world, step);
  if (step.do === 'uploadDocument') {
    const { thing } = find(model, as, step.document, 'document', announcedOf);
    return thing ? upload(model, world, as, thing, step.bytes) : undefined;
  }
  const { thing: document, id } = find(model, as, step.document, 'document', ({ documents }) => documents);
  const download = step.do === 'downloadDocument';
  const reply = await world.rest(as, 'GET', `/v1/documents/${id}${download ? '/content' : ''}`);
  const asked = {
    action: download ? 'download_document' : 'get_document',
    verdict: download ? mayDownload(document) : maySee(document),
    patients: document ? [document.patient.id] : [],
  };
  if (!settle(model.orgs[as], reply, asked)) return;
  if (download) return assert.equal(reply.text, document!.text);
  assertShown(reply.json, document!);
  // Reading a document does not return its upload URL.
  if (document!.status === 'pending_upload') assert.equal((reply.json as Announced).upload.url, null);
}

interface Announced {
  upload: { url: string | null };
}

function file(model: Model, world: World, step: Filed): Promise<void> {
  const { as, text } = step;
  const org = model.orgs[as];
  const { thing: patient, id } = find(model, as, step.patient, 'patient', ({ patients }) => patients);
  return post(model, world, as, {
    action: 'create_document',
    path: '/v1/documents',
    key: step.key,
    body: { patient_id: id, ...FORMS[step.do](text) },
    verdict: step.do === 'createDocument' ? mayAddDocument(patient, text) : mayFileFor(patient),
    flaws: text === '' ? ['file_empty'] : [],
    patients: () => [id],
    done: (answer) => {
      const url = step.do === 'announceDocument' ? String((answer as unknown as Announced).upload.url) : null;
      assertShown(answer, addDocument(org, { id: answer.id, patient: patient!, text, upload: url }));
      return patient!;
    },
  });
}

async function upload(model: Model, world: World, as: Who, document: Document, bytes: Bytes): Promise<void> {
  const { text } = document;
  const sent = { right: text, short: text.slice(1), other: text.replace('note', 'tone') }[bytes];
  const reply = await world.put(as, document.upload!, sent);
  const asked = {
    action: 'upload_document',
    verdict: mayUpload(document, bytes),
    patients: [document.patient.id],
    success: 204,
    unknown: document.status === 'available',
  };
  if (settle(model.orgs[as], reply, asked)) receiveBytes(model.orgs[as], document);
}
