import { describe, expect, it } from 'vitest';
import { fieldTitle, segmentTitle } from '../../../server/hl7v2/hl7-field-names';
import { viewMessage } from '../../../server/hl7v2/view-message';
import { er7, hl7Files, OBR, PID } from '../../support/hl7';

const HEAD = 'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01|C1|P|2.5.1';

const field = (view: ReturnType<typeof viewMessage>, place: string) =>
  view.segments.flatMap(({ fields }) => fields).find((one) => one.place === place);

describe('message by segment and field', () => {
  const view = viewMessage(
    er7(
      HEAD,
      'PID|1||4711^^^CLINIC&1.2.3&ISO^MR~99^^^^PI||Doe^Jane',
      OBR,
      'OBX|1|ST|A||a\\T\\b|""',
      'OBX|2|ST|B||2',
    ),
    null,
  );

  it('is labeled with HL7 names and positions', () => {
    expect(view.segments.map(({ place, title }) => [place, title])).toEqual([
      ['MSH[1]', 'Message header'],
      ['PID[1]', 'Patient'],
      ['OBR[1]', 'Observation request'],
      ['OBX[1]', 'Observation'],
      ['OBX[2]', 'Observation'],
    ]);
    expect(field(view, 'MSH[1]-1')).toMatchObject({
      title: 'Field separator',
      parts: [{ at: '', text: '|' }],
    });
    expect(field(view, 'MSH[1]-2')).toMatchObject({ parts: [{ at: '', text: '^~\\&' }] });
    expect(field(view, 'MSH[1]-10')).toMatchObject({ title: 'Control ID', parts: [{ at: '', text: 'C1' }] });
    expect(field(view, 'PID[1]-3')).toMatchObject({
      title: 'Patient identifiers',
      parts: [
        { at: '[1].1', text: '4711' },
        { at: '[1].4.1', text: 'CLINIC' },
        { at: '[1].4.2', text: '1.2.3' },
        { at: '[1].4.3', text: 'ISO' },
        { at: '[1].5', text: 'MR' },
        { at: '[2].1', text: '99' },
        { at: '[2].5', text: 'PI' },
      ],
    });
    expect(field(view, 'PID[1]-4')).toBeUndefined();
    expect(field(view, 'OBX[2]-5')).toMatchObject({ title: 'Value', parts: [{ at: '', text: '2' }] });
  });

  it('decodes escapes, and shows a deletion as received', () => {
    expect(field(view, 'OBX[1]-5')?.parts).toEqual([{ at: '', text: 'a&b' }]);
    expect(field(view, 'OBX[1]-6')?.parts).toEqual([{ at: '', text: '""' }]);
  });

  it('labels custom segments as such, and invents no names', () => {
    expect(segmentTitle('ZPS')).toBe('The sender’s own segment');
    expect(fieldTitle('ZPS', 1)).toBeNull();
    expect(segmentTitle('constructor')).toBeNull();
    expect(fieldTitle('OBX', 0)).toBeNull();
    expect(fieldTitle('OBX', 999)).toBeNull();
    expect([fieldTitle('OBX', 11), fieldTitle('OBR', 25), fieldTitle('OBR', 22)]).toEqual([
      'Result status',
      'Result status',
      'Results reported or changed',
    ]);
    expect([
      fieldTitle('PID', 8),
      fieldTitle('PV1', 19),
      fieldTitle('SPM', 21),
      fieldTitle('ORC', 21),
    ]).toEqual(['Sex', 'Visit number', 'Reject reason', 'Ordering facility']);
  });
});

describe('message text', () => {
  it('contains every character received, including line ends and control characters', () => {
    const bytes = Buffer.from(`\x0b${HEAD}\r\n${PID}\n\x00\x1c\r`, 'latin1');
    expect(viewMessage(bytes, null).raw).toEqual({ text: bytes.toString('latin1'), left_out: 0 });
  });

  it('is decoded in the charset of the message', () => {
    const bytes = Buffer.concat([er7(HEAD), Buffer.from('PID|1||1||M\xfcller\r', 'latin1')]);
    expect(viewMessage(bytes, 'windows-1252').raw.text).toContain('Müller');
    expect(field(viewMessage(bytes, 'windows-1252'), 'PID[1]-5')?.parts[0]?.text).toBe('Müller');
  });

  it('is shown even if the message cannot be parsed', () => {
    const view = viewMessage(Buffer.from('no message at all'), null);
    expect(view).toEqual({ raw: { text: 'no message at all', left_out: 0 }, segments: [], cut: false });
    expect(viewMessage(Buffer.alloc(0), null)).toEqual({
      raw: { text: '', left_out: 0 },
      segments: [],
      cut: false,
    });
  });
});

describe('oversized message view', () => {
  it('is cut with the number of omitted characters', () => {
    const long = viewMessage(
      er7(HEAD, PID, OBR, `OBX|1|ED|PDF||^^^Base64^${'A'.repeat(300_000)}`, 'NTE|1||after'),
      null,
    );
    expect(long.raw.text).toHaveLength(200_000);
    expect(long.raw.left_out).toBeGreaterThan(100_000);
    const value = field(long, 'OBX[1]-5')!;
    expect(value.parts.reduce((sum, { text }) => sum + text.length, 0)).toBeLessThan(1_100);
    expect(value.left_out).toBeGreaterThan(298_000);
    // The content after an embedded file remains.
    expect(field(long, 'NTE[1]-3')?.parts).toEqual([{ at: '', text: 'after' }]);
    expect(long.cut).toBe(false);
  });

  it('is limited for any content', () => {
    const many = [
      er7(HEAD, ...Array.from({ length: 2_000 }, () => 'NTE|1||x')),
      er7(HEAD, `OBX|${'a^b&c~'.repeat(20_000)}`),
      er7(HEAD, `OBX${'|x'.repeat(20_000)}`),
      er7(HEAD, `OBX${`|${'a^'.repeat(90)}`.repeat(900)}`),
      Buffer.concat([er7(HEAD), Buffer.from(`OBX|${'ü'.repeat(1_200_000)}`)]),
    ];
    for (const bytes of many) {
      const view = viewMessage(bytes, null);
      expect(JSON.stringify(view).length).toBeLessThan(1_000_000);
      expect(view.raw.text).not.toContain('\ufffd');
    }
    expect(viewMessage(many[0]!, null).cut).toBe(true);
    expect(viewMessage(many[4]!, null).cut).toBe(true);
  });

  it('never fails for a message of another project', () => {
    for (const { bytes } of hl7Files())
      expect(viewMessage(bytes, null).raw.text.length).toBeGreaterThanOrEqual(0);
  });
});
