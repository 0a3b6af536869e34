import { beforeAll, describe, expect, it } from 'vitest';
import { newRequestId } from '../../../server/shared/ids';
import { getDocument } from '../../../server/domain/documents/get-document';
import { asSuperuser } from '../../support/database';
import { deliver, laboratory, store, work } from '../../support/intake';
import { er7 } from '../../support/hl7';
import { jane, lab, msh, obr, obx, openLaboratory, org, pid, report } from './inbound-support';

beforeAll(() => openLaboratory());

describe('inbound report', () => {
  const PDF = Buffer.from('%PDF-1.4\n1 0 obj<<>>endobj\ntrailer<<>>\n%%EOF\n').toString('base64');
  const file = (data: string) =>
    obx(`^application^pdf^Base64^${data}`, { type: 'ED', code: 'PDF^Report^L', unit: '' });

  it('files an embedded PDF once as a readable document of the patient', async () => {
    const { send } = report();
    const { result } = await send([obx('90'), file(PDF)]);
    expect(result.document_ids).toHaveLength(1);
    const document = await getDocument(
      { ...org.ctx, requestId: newRequestId() },
      { id: result.document_ids[0]! },
    );
    expect(document).toMatchObject({
      patient_id: jane.id,
      result_id: result.id,
      category: 'lab_report',
      title: 'Report',
      content_type: 'application/pdf',
      status: 'available',
      file_name: 'Report.pdf',
      size: Buffer.from(PDF, 'base64').length,
    });
    expect((await send([obx('90'), file(PDF)])).outcome).toBe('unchanged');
    const { result: next } = await send([obx('91'), file(PDF)]);
    expect(next).toMatchObject({ version: 2, document_ids: result.document_ids });
  });

  it.each([
    ['202601052330-0500', '2026-01-05'],
    ['20260105', '2026-01-05'],
    ['202601', null],
  ])('reported at %s dates its document %s, as the laboratory wrote it', async (reported, date) => {
    const { result } = await report().send([obx('90'), file(PDF)], { reported });
    const document = await getDocument(
      { ...org.ctx, requestId: newRequestId() },
      { id: result.document_ids[0]! },
    );
    expect(document.document_date).toBe(date);
  });

  it('stores no file while it is unmatched', async () => {
    const unmatched = await deliver(
      lab,
      msh(),
      pid({ mrn: '' }),
      obr({ filler: 'HELD-PDF' }),
      obx('90'),
      file(PDF),
    );
    expect(unmatched.state).toBe('unmatched');
    expect(
      await asSuperuser('SELECT 1 FROM documents WHERE org_id = $1 AND result_id IS NULL', [org.orgId]),
    ).toEqual([]);
  });

  it('lists unknown codes for mapping and counts each once per message', async () => {
    const own = await laboratory(org);
    const lines = [
      msh(),
      pid(),
      obr({ filler: 'CODES' }),
      obx('1'),
      obx('2'),
      obx('3', { code: '1-8^X^LN' }),
    ];
    const id = await store(own, er7(...lines));
    await work(own, id);
    await work(own, id);
    expect(
      await asSuperuser(
        'SELECT code, code_system, name, loinc, count FROM lab_codes WHERE connection_id = $1',
        [own.connectionId],
      ),
    ).toEqual([{ code: 'GLU', code_system: 'L', name: 'Glucose', loinc: null, count: 3 }]);
  });
});
