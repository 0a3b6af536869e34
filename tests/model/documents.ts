import fc from 'fast-check';
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { key, target, who } from './arbitraries';
import {
  addDocument,
  earlierCopy,
  mayAddDocument,
  maySee,
  type Document,
  type Model,
  type Who,
} from './model';
import { find, post, same, settle, type Target } from './settle';
import type { World } from './world';

/** Documents with their bytes in the request, some of them twice, some empty; their facts and their bytes are read. */

export type DocumentStep =
  | { do: 'createDocument'; as: Who; patient: Target; text: string; key: string | null }
  | { do: 'getDocument' | 'downloadDocument'; as: Who; document: Target };

const created = fc.record({
  do: fc.constant('createDocument' as const),
  as: who,
  patient: target,
  text: fc.constantFrom('First note.\n', 'First note.\n', 'Second note.\n', ''),
  key,
});

export const documentSteps: fc.Arbitrary<DocumentStep>[] = [
  created,
  created,
  fc.record({ do: fc.constant('getDocument' as const), as: who, document: target }),
  fc.record({ do: fc.constant('downloadDocument' as const), as: who, document: target }),
];

function assertShown(shown: Record<string, unknown>, { id, patient, text, duplicateOf }: Document): void {
  const sha256 = createHash('sha256').update(text).digest('hex');
  const expected = {
    id,
    version: 1,
    patient_id: patient.id,
    sha256,
    duplicate_of: duplicateOf,
    status: 'available',
  };
  same(shown, expected, 'document');
}

export async function doDocuments(model: Model, world: World, step: DocumentStep): Promise<void> {
  const { as } = step;
  const org = model.orgs[as];
  if (step.do === 'createDocument') {
    const { thing: patient, id } = find(model, as, step.patient, 'patient', ({ patients }) => patients);
    const { text } = step;
    const body = {
      patient_id: id,
      content: { data: Buffer.from(text).toString('base64'), file_name: 'note.txt' },
    };
    return post(model, world, as, {
      ...{ action: 'create_document', path: '/v1/documents', body, key: step.key },
      verdict: mayAddDocument(patient, text),
      patients: () => [id],
      done: (answer) => {
        const duplicateOf = earlierCopy(org, patient!, text);
        const document = addDocument(org, { id: answer.id, patient: patient!, text, duplicateOf });
        assertShown(answer, document);
        return () => document.patient.deleted;
      },
    });
  }
  const { thing: document, id } = find(model, as, step.document, 'document', ({ documents }) => documents);
  const bytes = step.do === 'downloadDocument';
  const reply = await world.rest(as, 'GET', `/v1/documents/${id}${bytes ? '/content' : ''}`);
  const asked = {
    action: bytes ? 'download_document' : 'get_document',
    verdict: maySee(document),
    patients: document ? [document.patient.id] : [],
  };
  if (!settle(org, reply, asked)) return;
  if (bytes) assert.equal(reply.text, document!.text);
  else assertShown(reply.json, document!);
}
