import { readFileSync } from 'node:fs';
import path from 'node:path';
import { beforeAll, describe, expect, it } from 'vitest';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { readId } from '../../../server/shared/ids';
import type { LabResult } from '../../../server/domain/lab-results/contract';
import {
  INCOMPLETE_FILE,
  NOT_ASKED,
  notAcceptedFile,
} from '../../../server/domain/inbound-reports/filing/service-notes';
import { asSuperuser } from '../../support/database';
import { deliver, laboratory, store, work } from '../../support/intake';
import { msh, obr, obx, openLaboratory, org, report, resultOf, values } from './inbound-support';

/** Messages of real laboratories, from their bytes to the report: their content reaches the reader. */

const FIXTURES = path.resolve('tests/fixtures/hl7v2-cases');

beforeAll(async () => {
  await openLaboratory();
  const people = [
    { mrn: 'HELD-A', name: { family: 'Twinley', given: ['Anna'] }, birth_date: '2000-01-02', sex: 'female' },
    { mrn: 'HELD-U', name: { family: 'Müller', given: ['Jörg'] }, birth_date: '1960-01-01', sex: 'male' },
  ];
  for (const person of people) await createPatient(org.ctx, createPatientInput.parse(person));
});

/** Sends the messages in order on a new connection. @returns the report after the last one */
async function reportOf(...names: string[]) {
  const lab = await laboratory(org);
  let filed;
  for (const name of names)
    filed = await work(lab, await store(lab, readFileSync(path.join(FIXTURES, `${name}.hl7`))));
  return resultOf(filed!);
}

describe('canceled panel without lines', () => {
  it('cancels its lines', async () => {
    const result = await reportOf(
      '14_panel_cancelled_line_stays_final_1',
      '14_panel_cancelled_line_stays_final_2',
    );
    expect(result.status).toBe('cancelled');
    expect(result.panels[0]!.notes.map(({ text }) => text)).toEqual([
      'Specimen mislabelled, please disregard',
    ]);
    expect(result.panels[0]!.observations).toMatchObject([{ status: 'cancelled', notes: [] }]);
    expect(values(result)).toEqual(['4.9']);
  });
});

/** `code role status value` */
const lines = (result: LabResult) =>
  result.panels.flatMap(({ observations }) =>
    observations.map(({ code, role, status, value_text }) => [code, role, status, value_text].join(' ')),
  );
const lineNotes = (result: LabResult) =>
  result.panels.flatMap(({ observations }) =>
    observations.flatMap(({ notes }) => notes.map(({ text }) => text)),
  );

const eventsOf = async (result: LabResult) =>
  (
    await asSuperuser<{ type: string }>('SELECT type FROM events WHERE object_id = $1', [
      readId('lab_result', result.id),
    ])
  ).map(({ type }) => type);

describe('value that is not a result', () => {
  it('is shown with its flag and raises an alarm even if it was not ordered', async () => {
    const result = await reportOf('08a_value_with_status_N_dropped');
    expect(lines(result)).toEqual([
      'NA result final 140',
      'K not_asked preliminary 6.8',
      'WT order_detail final 3050',
    ]);
    expect(lineNotes(result)).toEqual([NOT_ASKED.text]);
    expect(result).toMatchObject({ status: 'final', severity: 'critical' });
    expect(await eventsOf(result)).toContain('lab_result.critical');
  });

  it('replaces no result of the same test', async () => {
    const { send } = report({ placer: 'ASKED' });
    await send([obx('4.0')]);
    const { result } = await send([obx('6.8', { status: 'N' })], {}, '20260105153000+0100');
    expect(lines(result)).toEqual(['GLU not_asked preliminary 6.8', 'GLU result final 4.0']);
  });

  it('has a separate panel when it describes the patient', async () => {
    const result = await reportOf('08b_patient_observation_dropped_2.7');
    expect(result.panels.map(({ name, status }) => [name, status])).toEqual([
      ['Histopathology', 'final'],
      ['About the patient', 'final'],
    ]);
    expect(lines(result)).toEqual(['HB result final 130', 'BG patient final O neg']);
  });
});

describe('text and codes', () => {
  it('keep the original text and second code of a coded value', async () => {
    const [line] = (await reportOf('12_original_text_not_shown')).panels[0]!.observations;
    expect(line).toMatchObject({
      value_text: 'Trophozoite of Genus Plasmodium (organism)',
      value_original_text: 'Plasmodium sp. - not P. falciparum',
      value_alternate_codes: [{ system: 'L', code: 'LOC1', display: 'Plasmodium sp.' }],
    });
  });

  it('keep the separators of composite types', async () => {
    expect(values(await reportOf('18_composite_types'))).toEqual(['^^^^^804^2669616', '42.30^43.30^44.30']);
  });

  it('keep the repetition separator in text', async () => {
    expect(values(await reportOf('19_tilde_in_text'))).toEqual(['pH ~7.2']);
  });
});

describe('times', () => {
  it.each([
    ['at 24:00', '15_times_1', '2026-11-20T23:00:00.000Z'],
    ['with Z', '15_times_2', '2026-11-20T08:00:00.000Z'],
    ['in ISO form', '15_times_3', '2026-11-20T07:00:00.000Z'],
  ])('read %s', async (_name, file, at) => {
    const result = await reportOf(file);
    expect(result.collected_at).toBe(at);
    expect(result.panels[0]!.observations[0]!.observed_at).toBe(at);
  });

  it('show an unreadable time as received', async () => {
    const lab = await laboratory(org);
    const result = await resultOf(
      await deliver(
        lab,
        msh(),
        'PID|1||HELD-A^^^C^MR||Twinley^Anna||20000102|F',
        obr({ filler: 'TIMES', collected: '20261320' }),
        obx('5', { at: '20260105250000' }),
      ),
    );
    expect(result.panels[0]!.notes.map(({ text }) => text)).toEqual([
      'The collection time could not be read. The laboratory sent “20261320”.',
    ]);
    expect(lineNotes(result)).toEqual([
      'The time of this test could not be read. The laboratory sent “20260105250000”.',
    ]);
  });
});

describe('attached file', () => {
  /** `type bytes` of the documents of a report */
  const documentsOf = (result: LabResult) =>
    asSuperuser<{ content_type: string; sha256: string }>(
      'SELECT content_type, sha256 FROM documents WHERE result_id = $1',
      [readId('lab_result', result.id)],
    );
  /** The report of a message with one file. */
  const embedded = async (type: string, bytes: Buffer) =>
    resultOf(
      await deliver(
        await laboratory(org),
        msh(),
        'PID|1||HELD-A^^^C^MR||Twinley^Anna||20000102|F',
        obr({ filler: `FILE-${type}` }),
        obx(`^AP^${type}^Base64^${bytes.toString('base64')}`, { type: 'ED' }),
      ),
    );
  const PDF = '7abf0915b1eba6e7c6d192a05fb82f288c7d7d75c821a7942815fa1fced373d0';

  it.each([
    ['over lines with the headers of a mail', '06a_pdf_in_pieces_mime_uclh_copath', ['PATIENT NAME:', null]],
    ['over lines', '06b_pdf_in_pieces_full_ed', [null]],
    ['over repetitions', '06c_pdf_in_repetitions_incomplete_and_unmarked', [null]],
    ['with blanks', '06d_pdf_blanks_in_base64', [null]],
  ])('%s is stored as one complete document', async (_name, file, text) => {
    const result = await reportOf(file);
    expect(await documentsOf(result)).toEqual([{ content_type: 'application/pdf', sha256: PDF }]);
    expect(result.document_ids).toHaveLength(1);
    expect(values(result)).toEqual(text);
    expect(lineNotes(result)).toEqual([]);
  });

  it('of an unsupported type is noted at its line', async () => {
    const result = await reportOf('07a_zip_vanishes_without_word');
    expect([await documentsOf(result), lineNotes(result)]).toEqual([
      [],
      [notAcceptedFile('application/zip').text],
    ]);
  });

  it.each([
    [
      'a clinical document',
      'application/xml',
      Buffer.from('<?xml version="1.0"?><ClinicalDocument xmlns="urn:hl7-org:v3"></ClinicalDocument>'),
    ],
    ['a photo of a phone', 'image/heic', Buffer.from('\0\0\0\x18ftypheic\0\0\0\0mif1heic', 'latin1')],
  ])('that is %s is filed without another note at its line', async (_name, type, bytes) => {
    const result = await embedded(type, bytes);
    expect(await documentsOf(result)).toMatchObject([{ content_type: type }]);
    expect(lineNotes(result)).toEqual([]);
  });

  it('of text is filed and shown at its line', async () => {
    const result = await reportOf('07b_text_is_filed_and_called_unreadable');
    expect(await documentsOf(result)).toMatchObject([{ content_type: 'text/plain; charset=utf-8' }]);
    expect(values(result)).toEqual(['Histology: no malignancy seen.\nDr X']);
    expect(lineNotes(result)).toEqual([]);
  });

  it('of HTML is shown at its line', async () => {
    const result = await reportOf('07c_html_report_not_shown');
    expect(values(result)).toEqual(['Potassium 6.9 & rising']);
    expect(lineNotes(result)).toEqual(['This text was taken from an HTML file. Its layout is not shown.']);
  });

  it('that is truncated is filed with a note at its line', async () => {
    const result = await embedded('PDF', Buffer.from('%PDF-1.4\n1 0 obj<</Type/Catalog>>endobj'));
    expect(result.document_ids).toHaveLength(1);
    expect(lineNotes(result)).toEqual([INCOMPLETE_FILE.text]);
  });
});

describe('character set', () => {
  const NAMED = 'Some characters may be wrong: the laboratory declared no character set.';

  it('of a code page is decoded, also in the name of the patient', async () => {
    const result = await reportOf('11_cp850');
    expect(result.panels[0]!.observations).toMatchObject([{ value_text: 'Größe', unit: 'µmol/L' }]);
    expect(result.notes).toEqual([]);
  });

  it('that is undeclared adds a note to the report', async () => {
    const text = readFileSync(path.join(FIXTURES, '11_cp850.hl7'), 'latin1');
    const unnamed = text
      .replace('CP850', '')
      .replace('C11P|C11F', 'C11Q|C11G')
      .replace('M\x81ller^J\x94rg', 'M\xfcller^J\xf6rg');
    const lab = await laboratory(org);
    const result = await resultOf(await work(lab, await store(lab, Buffer.from(unnamed, 'latin1'))));
    expect(result.notes).toEqual([{ text: NAMED, source: 'service' }]);
  });
});
