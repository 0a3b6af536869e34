import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { findFaults, messagesOf, readAll } from '../../audits/hl7v2/read-all';
import { er7, hl7Files, MSH, OBR, PID } from '../../support/hl7';

/** Sample messages from public projects: each has one expected outcome, and no line is lost. */

const file = (name: string) => hl7Files().find((entry) => entry.name === name)!.bytes;

/** A report whose only line contains this file. */
const withPdf = (pdf: Buffer) =>
  er7(MSH, PID, OBR, `OBX|1|ED|PDF^Display format in PDF^AUSPDI||^TX^PDF^Base64^${pdf.toString('base64')}`);

describe('collected messages', () => {
  it('are accepted or rejected with a reason, by folder', () => {
    const found: Record<string, Record<string, number>> = {};
    const faults: string[] = [];
    for (const { name, bytes } of hl7Files())
      for (const message of messagesOf(bytes)) {
        const outcome = readAll(message);
        const reason = outcome.reason ?? 'taken';
        const folder = (found[name.split('/')[0]!] ??= {});
        folder[reason] = (folder[reason] ?? 0) + 1;
        faults.push(...findFaults(outcome).map((fault) => `${name}: ${fault}`));
      }
    expect(faults).toEqual([]);
    expect(found).toEqual(EXPECTED);
  });

  it('of the hospital feed are all accepted: 366 reports with 2018 lines, and a document', () => {
    const taken = messagesOf(file('stream/simhosp__messages.txt')).flatMap(
      (message) => readAll(message).normal ?? [],
    );
    const reports = taken.flatMap((message) => message.reports);
    const lines = reports.flatMap(({ panels }) => panels.flatMap(({ observations }) => observations));
    expect([taken.length, reports.length, lines.length]).toEqual([367, 366, 2018]);
    expect(reports.every(({ key, patient }) => key !== null && patient.identifiers.length > 0)).toBe(true);
    const warned = new Set(taken.flatMap(({ warnings }) => warnings.map(({ code }) => code)));
    expect(warned).toEqual(new Set(['value_type_unknown', 'value_missing']));
  });

  it('with a complete and a truncated PDF are recognized', () => {
    const attachments = (bytes: Buffer) =>
      (readAll(bytes).normal?.reports ?? [])
        .flatMap(({ panels }) => panels.flatMap(({ observations }) => observations))
        .flatMap((line) => line.attachments)
        .map((entry) => (entry.kind === 'file' ? [entry.media_type, entry.complete] : entry.kind));
    const pdf = readFileSync('tests/fixtures/documents/pdf/simhosp_note2.pdf');
    expect(attachments(withPdf(pdf))).toEqual([['application/pdf', true]]);
    expect(attachments(withPdf(pdf.subarray(0, pdf.length >> 1)))).toEqual([['application/pdf', false]]);
  });

  it('that declare 8859/1 and contain UTF-8 are decoded', () => {
    const { normal } = readAll(file('results/prime__elims_29_5065302_35227_NoPII_CANCELED.hl7'));
    expect(normal!.charset).toBe('utf-8');
    expect(JSON.stringify(normal)).not.toMatch(/Ã|Â/);
  });
});

const EXPECTED = {
  batch: { taken: 16, type_not_accepted: 1 },
  documents: { taken: 12 },
  malformed: { taken: 14, encoding_characters: 1, type_missing: 1, type_not_accepted: 1 },
  // Many of them have only two or three segments.
  minimal: { taken: 63, no_order: 58, no_patient: 29, type_not_accepted: 5 },
  orders: { type_not_accepted: 27 },
  other: { type_missing: 1, type_not_accepted: 29 },
  results: { taken: 145, event_not_accepted: 1, result_without_order: 1, type_not_accepted: 2 },
  stream: { taken: 367, type_not_accepted: 241 },
};
