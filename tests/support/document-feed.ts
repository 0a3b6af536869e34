import { beforeAll } from 'vitest';
import type { Context } from '../../server/shared/context';
import { readId, showId } from '../../server/shared/ids';
import { downloadDocument } from '../../server/domain/documents/download-document';
import { listPatientDocuments } from '../../server/domain/documents/list-patient-documents';
import { createPatient } from '../../server/domain/patients/create-patient';
import { asSuperuser, personContext, testOrg, type TestOrg } from './database';
import { deliver, hospital, inboundDocumentsOf, type TestLaboratory } from './intake';
import { fresh, mrnOf, pid } from './patient-feed';

/** Documents sent by a hospital and the charts they are filed in, for the tests of a file. */

interface Sent {
  event?: string;
  /** EVN-2 */
  at?: string;
  /** TXA-12 */
  number?: string;
  /** TXA, by number. */
  txa?: Record<number, string>;
  pid?: string;
  /** OBX segments; default: one line of text. */
  obx?: string[];
  to?: TestLaboratory;
  processingId?: string;
}

let count = 0;
export const numberOf = (): string => `DOC-${++count}`;
export const text = (...lines: string[]): string[] =>
  lines.map((line, at) => `OBX|${at + 1}|TX|NOTE^Note^L||${line}||||||F`);
export const ed = (bytes: Buffer, type = 'application^pdf', name = 'SCAN^Scan^L'): string =>
  `OBX|9|ED|${name}||^${type}^Base64^${bytes.toString('base64')}||||||F`;
export const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n');

export function documentFeed() {
  const own = {} as { org: TestOrg; feed: TestLaboratory; clinician: Context };
  beforeAll(async () => {
    own.org = await testOrg();
    own.feed = await hospital(own.org);
    own.clinician = await personContext(own.org, 'clinician');
  });
  const documentsOf = async (patientId: string) =>
    (
      await listPatientDocuments(fresh(own.clinician), {
        patient_id: patientId,
        limit: 100,
        superseded: 'include',
      })
    ).data;
  return Object.assign(own, {
    documentsOf,
    async patient() {
      const made = await createPatient(own.org.ctx, {
        mrn: mrnOf(),
        name: { family: 'Doe', given: ['Jane'], prefix: null, suffix: null, use: null },
        birth_date: '1945-07-14',
        sex: 'female',
      });
      return { id: made.id, mrn: made.mrn, pid: pid(made.mrn) };
    },
    async mdm({
      event = 'T02',
      at = '20260105120000',
      number = '',
      txa = {},
      pid: segment = pid('UNKNOWN'),
      obx = text('All well.'),
      to = own.feed,
      processingId = 'P',
    }: Sent) {
      const fields: Record<number, string> = {
        1: '1',
        2: 'DS',
        3: 'TX',
        12: number,
        17: 'AU',
        19: 'AV',
        ...txa,
      };
      const done = await deliver(
        to,
        `MSH|^~\\&|HIS|HOSP|CDS|CLINIC|20260105130000||MDM^${event}^MDM_T02|D${++count}|${processingId}|2.5.1`,
        `EVN|${event}|${at}`,
        segment,
        ['TXA', ...Array.from({ length: 25 }, (_, index) => fields[index + 1] ?? '')].join('|'),
        ...obx,
      );
      const [document] = await inboundDocumentsOf(to, done.id);
      return {
        state: done.state,
        document: document!,
        messageId: done.id,
        inboundId: showId('inbound_document', document!.id),
      };
    },
    async contentOf(id: string): Promise<string> {
      const { file } = await downloadDocument(fresh(own.clinician), { id });
      const chunks: Buffer[] = [];
      for await (const chunk of file.stream() as AsyncIterable<Buffer>) chunks.push(chunk);
      return Buffer.concat(chunks).toString('utf8');
    },
    async eventsOf(id: string) {
      const rows = await asSuperuser<{ type: string }>(
        'select type from events where org_id = $1 and object_id = $2 order by sequence',
        [own.org.orgId, readId('document', id)],
      );
      return rows.map(({ type }) => type);
    },
  });
}
