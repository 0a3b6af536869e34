import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { showId } from '../../../server/shared/ids';
import type { CreateLabConnectionInput } from '../../../server/domain/lab-connections/contract';
import type { LabResult, Observation } from '../../../server/domain/lab-results/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { getUnmatchedReport } from '../../../server/domain/inbound-reports/get-unmatched-report';
import { startMllp, type Mllp } from '../../../server/intake/mllp/listeners';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner, type Runner } from '../../../server/intake/runner/runner';
import { asSuperuser } from '../../support/database';
import { laboratory } from '../../support/intake';
import { messagesOf, RawSender } from '../../support/laboratory';
import { freePort } from '../../support/server';
import { openLaboratory, org, person, readResult } from './inbound-support';

/**
 * The cases of `tests/fixtures/hl7v2-cases` end to end: sent over TCP to one connection each, processed by the runner,
 * read through the API.
 */

const FIXTURES = path.resolve(import.meta.dirname, '../../fixtures/hl7v2-cases');
const PEOPLE = {
  'HELD-A': {
    name: { family: 'Twinley', given: ['Anna'] },
    birth_date: '2000-01-02',
    sex: 'female',
    identifiers: [{ type: 'national_id', system: 'NHS', value: '9434765919' }],
  },
  'HELD-B': { name: { family: 'Twinley', given: ['Boris'] }, birth_date: '2000-01-02', sex: 'male' },
  'HELD-C': { name: { family: 'Other', given: ['Person'] }, birth_date: '1960-01-01', sex: 'female' },
  'HELD-U': { name: { family: 'Müller', given: ['Jörg'] }, birth_date: '1960-01-01', sex: 'male' },
};
const mrnOf = new Map<string, string>();

let mllp: Mllp;
let runner: Runner;
beforeAll(async () => {
  await asSuperuser("UPDATE inbound_messages SET state = 'processed' WHERE state = 'received'");
  await openLaboratory();
  for (const [mrn, facts] of Object.entries(PEOPLE)) {
    const { id } = await createPatient(org.ctx, person({ ...facts, mrn }));
    mrnOf.set(id, mrn);
  }
  mllp = startMllp({ pollMs: 30 });
  runner = startRunner({ process: processMessage });
});
afterAll(async () => {
  await mllp.stop();
  await runner.stop();
});

interface Report {
  /** `rpt_…` */
  id: string;
  state: string;
  outcome: string | null;
  problem: string | null;
}

interface Sent {
  codes: string[];
  states: string[];
  reports: Report[];
  /** Each result once, as it is after the last message. */
  results: LabResult[];
  documents: { title: string; content_type: string; size: number }[];
}

const frame = (name: string) => readFile(path.join(FIXTURES, `${name}.hl7`));

/**
 * Sends the frames in sequence, each after the acknowledgment of the previous one, and waits until all are processed.
 */
async function send(names: string[], settings: Partial<CreateLabConnectionInput> = {}): Promise<Sent> {
  const port = await freePort();
  const lab = await laboratory(org, { transport: 'mllp', port, ...settings });
  const sender = await vi.waitFor(() => RawSender.connect(port), { timeout: 5_000, interval: 20 });
  for (const [index, name] of names.entries()) {
    sender.send(await frame(name));
    await sender.until(index + 1);
  }
  const codes = sender.codes();
  sender.end();
  const messages = await vi.waitFor(
    async () => {
      const rows = await messagesOf(lab);
      expect(rows.map(({ state }) => state)).not.toContain('received');
      return rows;
    },
    { timeout: 15_000, interval: 50 },
  );
  const reports = await asSuperuser<Report & { result_id: string | null; why: { problem: string | null } }>(
    `SELECT r.id, r.state, r.outcome, r.result_id, r.why FROM inbound_reports r
     JOIN inbound_messages m ON m.org_id = r.org_id AND m.id = r.message_id
     WHERE m.org_id = $1 AND m.connection_id = $2 ORDER BY m."position", r."position"`,
    [org.orgId, lab.connectionId],
  );
  const ids = [...new Set(reports.flatMap(({ result_id }) => result_id ?? []))];
  return {
    codes,
    states: messages.map(({ state }) => state),
    reports: reports.map(({ id, state, outcome, why }) => ({
      id: showId('inbound_report', id),
      state,
      outcome,
      problem: why?.problem ?? null,
    })),
    results: await Promise.all(ids.map((id) => readResult(showId('lab_result', id)))),
    documents: await asSuperuser(
      `SELECT title, content_type, size::int FROM documents
       WHERE org_id = $1 AND result_id = ANY($2::uuid[]) ORDER BY id`,
      [org.orgId, ids],
    ),
  };
}

const linesOf = ({ results }: Sent): Observation[] =>
  results.flatMap(({ panels }) => panels.flatMap(({ observations }) => observations));
const valuesOf = (sent: Sent) => linesOf(sent).map(({ value_text }) => value_text);
const notesOf = (sent: Sent) =>
  linesOf(sent)
    .flatMap(({ notes }) => notes.map(({ text }) => text))
    .join(' ');
const patientsOf = ({ results }: Sent) => results.map(({ patient_id }) => mrnOf.get(patient_id));

describe('messages of real senders', () => {
  it('01: files a report of 2,260 lines and the critical value at its end', async () => {
    const sent = await send(['01_poison_2260_lines_1', '01_poison_2260_lines_2']);
    expect(sent).toMatchObject({ codes: ['AA', 'AA'], states: ['processed', 'processed'] });
    expect(sent.results.map(({ severity }) => severity)).toContain('critical');
    expect(linesOf(sent).length).toBeGreaterThan(2_260);
  });

  it('02: accepts a correction although its OBR-22 is a second older', async () => {
    const sent = await send(['02_correction_dropped_stale_1', '02_correction_dropped_stale_2']);
    expect(sent.results).toMatchObject([{ status: 'corrected', version: 2 }]);
    expect(valuesOf(sent)).toEqual(['3.9', 'Clumped']);
  });

  it.each(['03_twin_wrong_mrn', '03b_all_else_differs'])(
    'holds %s because name and sex contradict',
    async (name) => {
      const sent = await send([name]);
      expect(sent).toMatchObject({ codes: ['AA'], states: ['conflict'], results: [] });
    },
  );

  it('04: pairs serial values by their times', async () => {
    const sent = await send([
      '04_serial_values_paired_by_position_1',
      '04_serial_values_paired_by_position_2',
    ]);
    expect(
      linesOf(sent)
        .map(({ value_text, observed_at, status }) => [observed_at?.slice(11, 16), value_text, status])
        .sort(),
    ).toEqual([
      ['07:00', '5.0', 'final'],
      ['08:00', '9.0', 'final'],
      ['09:00', '7.5', 'corrected'],
    ]);
  });

  it('05: files the same order number of another system as a separate report', async () => {
    const sent = await send(['05_order_number_of_another_system_1', '05_order_number_of_another_system_2']);
    expect(patientsOf(sent)).toEqual(['HELD-A', 'HELD-C']);
    expect(valuesOf(sent)).toEqual(['4.1', '5.9']);
  });

  it.each([
    '06a_pdf_in_pieces_mime_uclh_copath',
    '06b_pdf_in_pieces_full_ed',
    '06c_pdf_in_repetitions_incomplete_and_unmarked',
    '06d_pdf_blanks_in_base64',
  ])('%s produces one complete PDF', async (name) => {
    const sent = await send([name]);
    expect(sent.documents).toMatchObject([{ content_type: 'application/pdf' }]);
  });

  it('07a: notes a ZIP file at its line', async () => {
    const sent = await send(['07a_zip_vanishes_without_word']);
    expect(sent.documents).toEqual([]);
    expect(notesOf(sent)).toContain('(application/zip)');
  });

  it('07b: files a text without calling it unreadable', async () => {
    const sent = await send(['07b_text_is_filed_and_called_unreadable']);
    expect(sent.documents).toMatchObject([{ content_type: 'text/plain; charset=utf-8' }]);
    expect(valuesOf(sent)).toEqual(['Histology: no malignancy seen.\nDr X']);
    expect(notesOf(sent)).toBe('');
  });

  it('07c: shows the text of an HTML report', async () => {
    const sent = await send(['07c_html_report_not_shown']);
    expect(JSON.stringify(sent.results)).toContain('Potassium 6.9 & rising');
  });

  it('08a: shows values with OBX-11 N and O', async () => {
    const sent = await send(['08a_value_with_status_N_dropped']);
    expect(valuesOf(sent)).toEqual(expect.arrayContaining(['6.8', '3050', '140']));
  });

  it('08b: shows an observation before the first OBR', async () => {
    const sent = await send(['08b_patient_observation_dropped_2.7']);
    expect(valuesOf(sent)).toEqual(expect.arrayContaining(['O neg', '130']));
  });

  it('09: reads a batch as two messages', async () => {
    const sent = await send(['09_batch_in_frame_or_https']);
    expect(sent.states).toEqual(['processed', 'processed']);
    expect(valuesOf(sent)).toEqual(['4.1', '4.2']);
  });

  it('10: rejects a training message, or keeps it unfiled, as the connection is configured', async () => {
    expect(await send(['10_processing_id_T'])).toMatchObject({ codes: ['AR'], results: [] });
    const taken = await send(['10_processing_id_T'], { processing_policy: 'go_live' });
    expect(taken).toMatchObject({ codes: ['AA'], states: ['test'], results: [], documents: [] });
  });

  it('11: reads code page 850', async () => {
    const sent = await send(['11_cp850']);
    expect(patientsOf(sent)).toEqual(['HELD-U']);
    expect(linesOf(sent)).toMatchObject([{ value_text: 'Größe', unit: 'µmol/L' }]);
  });

  it('12: shows the original text', async () => {
    const sent = await send(['12_original_text_not_shown']);
    expect(JSON.stringify(sent.results)).toContain('Plasmodium sp. - not P. falciparum');
  });

  it('13: suggests a patient by a national number', async () => {
    const sent = await send(['13_other_identifiers']);
    expect(sent).toMatchObject({ states: ['unmatched'], results: [] });
    const { candidates } = await getUnmatchedReport(org.ctx, { id: sent.reports[0]!.id, with: [] });
    expect(candidates[0]).toMatchObject({ patient: { mrn: 'HELD-A' }, compared: { identifier: 'same' } });
  });

  it('14: cancels the line of a canceled panel', async () => {
    const sent = await send([
      '14_panel_cancelled_line_stays_final_1',
      '14_panel_cancelled_line_stays_final_2',
    ]);
    expect(linesOf(sent)).toMatchObject([{ status: 'cancelled' }]);
    expect(JSON.stringify(sent.results)).toContain('Specimen mislabelled, please disregard');
  });

  it.each([
    ['15_times_1', '2026-11-20T23:00:00.000Z'],
    ['15_times_2', '2026-11-20T08:00:00.000Z'],
    ['15_times_3', '2026-11-20T07:00:00.000Z'],
  ])('%s is collected at %s', async (name, collected) => {
    const sent = await send([name]);
    expect(sent.results).toMatchObject([{ collected_at: collected }]);
  });

  it('16: files two draws of a standing order as two reports', async () => {
    const sent = await send(['16_standing_order_one_report_1', '16_standing_order_one_report_2']);
    expect(sent.results).toMatchObject([
      { status: 'final', version: 1, collected_at: '2026-11-18T07:00:00.000Z' },
      { status: 'final', version: 1, collected_at: '2026-11-19T07:00:00.000Z' },
    ]);
    expect(valuesOf(sent)).toEqual(['3.2', '4.4']);
  });

  it('17: reads an ORC between OBR and OBX', async () => {
    const sent = await send(['17_orc_between_obr_and_obx']);
    expect(sent.codes).toEqual(['AA']);
    expect(valuesOf(sent)).toEqual(['131']);
  });

  it.each([
    ['18_composite_types', ['^^^^^804^2669616', '42.30^43.30^44.30']],
    ['19_tilde_in_text', ['pH ~7.2']],
  ])('%s contains exactly what the laboratory sent', async (name, values) => {
    expect(valuesOf(await send([name]))).toEqual(values);
  });
});
