import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser, testOrg } from '../../support/database';
import { hospital, inboundDocumentsOf, type TestLaboratory } from '../../support/intake';
import type { Random } from '../../support/random';
import { mutate } from '../hl7v2/mutate';
import { receiveAndProcess } from './replay';

/**
 * Sends altered document messages (MDM). None may crash, each ends in a state, and a document is filed only to a patient
 * whose MRN the message contains.
 */

const FOLDER = 'tests/fixtures/hl7v2-feeds/documents';

export const documentSamples = (): { file: string; bytes: Buffer }[] =>
  readdirSync(FOLDER)
    .sort()
    .map((file) => ({ file, bytes: readFileSync(path.join(FOLDER, file)) }));

const PEOPLE = [
  ['000322330', 'JOHN', 'DOE', '1994-12-01', 'male'],
  ['MRN-MDM-001', 'Smith', 'Mary', '1965-03-01', 'female'],
  ['117513', 'Patrick', 'Michelle', '1981-05-18', 'female'],
  ['987654321', 'PROSOLV', 'SAMPLE', '1972-12-01', 'male'],
] as const;

/** A hospital feed of an organization with the patients of the samples. */
export async function feedWithPatients(): Promise<TestLaboratory> {
  const org = await testOrg();
  for (const [mrn, family, given, birth_date, sex] of PEOPLE)
    await createPatient(org.ctx, {
      mrn,
      name: { family, given: [given], prefix: null, suffix: null, use: null },
      birth_date,
      sex,
    });
  return hospital(org);
}

interface MutatedDocuments {
  sent: number;
  states: Map<string, number>;
  faults: string[];
}

export async function sendMutatedDocuments(
  count: number,
  random: Random,
  until = Infinity,
): Promise<MutatedDocuments> {
  const feed = await feedWithPatients();
  const { orgId } = feed.org;
  const seeds = documentSamples().map(({ bytes }) => bytes);
  for (const bytes of seeds) await receiveAndProcess(feed, bytes);
  const result: MutatedDocuments = { sent: 0, states: new Map(), faults: [] };
  while (result.sent < count && Date.now() < until) {
    const bytes = mutate(random.pick(seeds), random);
    const fault = (sentence: string) =>
      result.faults.push(`${sentence}: ${JSON.stringify(bytes.toString('latin1').slice(0, 400))}`);
    result.sent++;
    try {
      const { id } = await receiveAndProcess(feed, bytes);
      const [message] = await asSuperuser<{ state: string; taken: boolean; type: string | null }>(
        'select state, taken, message_type as type from inbound_messages where org_id = $1 and id = $2',
        [orgId, id],
      );
      if (message!.state === 'received') fault('was not processed');
      const rows = await inboundDocumentsOf(feed, id);
      if (
        message!.taken &&
        message!.state !== 'duplicate' &&
        message!.type?.startsWith('MDM') &&
        rows.length === 0
      )
        fault('was accepted, but its document has no state');
      const text = bytes.toString('latin1') + bytes.toString('utf8') + bytes.toString('utf16le');
      for (const { state, documentId } of rows) {
        result.states.set(state, (result.states.get(state) ?? 0) + 1);
        if (documentId === null) continue;
        const charts = await asSuperuser<{ mrn: string; number: string | null }>(
          `select p.mrn, d.source_number as number from documents d
           join patients p on p.org_id = d.org_id and p.id = d.patient_id where d.org_id = $1 and d.id = $2`,
          [orgId, documentId],
        );
        for (const { mrn, number } of charts) {
          // A notice, or a version that cannot be read, names the document by its number; the patient must only not contradict it.
          const isNamed = state !== 'filed' && number !== null && text.includes(number);
          if (!isNamed && !text.includes(mrn)) fault(`was ${state} to ${mrn}, which it does not contain`);
        }
      }
    } catch (error) {
      fault(`crashed: ${error instanceof Error ? error.stack : String(error)}`);
    }
  }
  return result;
}
