import { describe, expect, it } from 'vitest';
import { splitBatch } from '../../../server/hl7v2/batch';
import { MSH, PID } from '../../support/hl7';

const one = `${MSH}\r${PID}\rNTE|1||MSH|x\r`;
const split = (text: string) => {
  const { messages, warnings, headers } = splitBatch(Buffer.from(text));
  return {
    messages: messages.map(String),
    warnings: warnings.map(({ code }) => code),
    headers: headers.length,
  };
};

describe('batch file', () => {
  it('returns each message with its bytes unchanged', () => {
    expect(split(`FHS|^~\\&|x\rBHS|^~\\&|x\r${one}${one}BTS|2\rFTS|1\r`)).toEqual({
      messages: [one, one],
      warnings: [],
      headers: 2,
    });
    const bytes = Buffer.concat([Buffer.from(one), Buffer.from([0xff, 0x00, 0x0d]), Buffer.from(one)]);
    expect(Buffer.concat(splitBatch(bytes).messages)).toEqual(bytes);
  });

  it.each(['\r', '\n', '\r\n', '\r\r'])('contains messages in sequence, with %j between lines', (end) => {
    const text = `${MSH}${end}${PID}${end}`;
    expect(split(`${text}${end}${text}`).messages).toHaveLength(2);
    expect(split(text)).toEqual({ messages: [text], warnings: [], headers: 0 });
  });

  it('may have batches without a file, single trailers, and frames', () => {
    expect(split(`BHS|^~\\&\r${one}BTS\rBHS|^~\\&\r${one}BTS|1`)).toMatchObject({ warnings: [], headers: 2 });
    expect(split(`\uFEFF${one}`)).toMatchObject({ messages: [one], warnings: [] });
    expect(split(`\x0b${one}\x1c\r\x0b${one}\x1c\r`).messages).toHaveLength(2);
    expect(splitBatch(Buffer.from(`\uFEFF${one}${one}`, 'utf16le')).messages.map(String)).toEqual([one, one]);
  });

  it.each([
    ['a message is missing', `BHS|^~\\&\r${one}BTS|2\r`, ['batch_count']],
    ['a batch is missing', `FHS|^~\\&\rBHS|^~\\&\r${one}BTS|1\rFTS|2\r`, ['batch_count']],
    ['a count is invalid', `BHS|^~\\&\r${one}BTS|one\r`, ['batch_count']],
    ['the end is missing', `FHS|^~\\&\rBHS|^~\\&\r${one}`, ['batch_structure']],
    ['the end of a batch is missing', `BHS|^~\\&\r${one}BHS|^~\\&\r${one}BTS|1\r`, ['batch_structure']],
    ['an end has no beginning', `${one}BTS|1\r`, ['batch_structure']],
    ['text stands before', `// example\r${one}`, ['stray_characters']],
    ['there is nothing', 'hello', ['stray_characters']],
  ])('reports that %s', (_name, text, warnings) => {
    expect(split(text).warnings).toEqual(warnings);
  });

  it('counts each batch separately', () => {
    const batch = (count: number) => `BHS|^~\\&\r${one.repeat(count)}BTS|${count}\r`;
    expect(split(`FHS|^~\\&\r${batch(1)}${batch(2)}${batch(0)}FTS|3\r`).warnings).toEqual([]);
  });
});
