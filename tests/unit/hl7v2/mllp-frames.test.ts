import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { encodeFrame, MAX_FRAME_BYTES, MllpDecoder, type MllpEvent } from '../../../server/hl7v2/mllp-frames';

const bytes = (text: string): Buffer => Buffer.from(text, 'latin1');
const A = 'MSH|^~\\&|a\rPID|1\r';
const B = 'MSH|^~\\&|b\r';
const framed = (text: string): string => `\x0b${text}\x1c\r`;

const reported = (events: MllpEvent[]) =>
  events.map((event) =>
    event.kind === 'frame'
      ? event.bytes.toString('latin1')
      : { kind: event.kind, head: event.head.toString('latin1'), size: event.size },
  );

function read(text: string, cuts: number[] = [], limit?: number) {
  const decoder = new MllpDecoder(limit);
  const sent = bytes(text);
  const at = [0, ...[...cuts].map((cut) => cut % (sent.length + 1)).sort((a, b) => a - b), sent.length];
  const events = at.slice(1).flatMap((end, index) => decoder.push(sent.subarray(at[index], end), index));
  return {
    events: reported(events),
    ignored: decoder.ignoredBytes,
    open: decoder.unfinished()?.bytes ?? null,
  };
}

describe('MLLP frames', () => {
  it('are read one by one and many in one chunk', () => {
    expect(read(framed(A) + framed(B) + framed('')).events).toEqual([A, B, '']);
  });

  it('are read when split at any byte', () => {
    const text = framed(A) + framed(B);
    for (let cut = 0; cut <= text.length; cut++) expect(read(text, [cut]).events).toEqual([A, B]);
  });

  it('skip and count bytes between them', () => {
    expect(read(`\r\nhello${framed(A)}\n\x1c\r${framed(B)}x`)).toEqual({
      events: [A, B],
      ignored: 11,
      open: null,
    });
  });

  it('may contain FS and VT, which do not end or start them', () => {
    const odd = 'MSH|1\x1c2\x0b3\x1c\n4\x0bMS';
    expect(read(framed(odd)).events).toEqual([odd]);
  });

  it('end without CR when the next one starts', () => {
    expect(read(`\x0b${A}\x1c${framed(B)}`).events).toEqual([A, B]);
  });

  it('are discarded when the sender starts again, and never returned as complete', () => {
    expect(read(`\x0b${A}PID|1||123${framed(A)}`).events).toEqual([
      { kind: 'abandoned', head: `${A}PID|1||123`, size: A.length + 10 },
      A,
    ]);
    expect(read(`\x0bFHS|x\x0bBHS|y${framed(B)}`).events).toMatchObject([
      { kind: 'abandoned' },
      { kind: 'abandoned' },
      B,
    ]);
  });

  it('above the limit are rejected with their header, and the next one is read', () => {
    const long = `MSH|${'x'.repeat(100)}`;
    expect(read(framed(long) + framed(A), [40, 60], 50).events).toEqual([
      { kind: 'too_large', head: long.slice(0, 50), size: 104 },
      A,
    ]);
    expect(read(framed('x'.repeat(50)), [], 50).events).toEqual(['x'.repeat(50)]);
  });

  it('are not buffered beyond the limit, also in small steps', () => {
    const decoder = new MllpDecoder();
    const chunk = Buffer.alloc(4 * 1024 * 1024, 'x');
    decoder.push(bytes('\x0bMSH|'), 0);
    for (let sent = 0; sent < 10; sent++) {
      decoder.push(chunk, 0);
      expect(decoder.bufferedBytes).toBeLessThanOrEqual(MAX_FRAME_BYTES);
    }
    expect(decoder.bufferedBytes).toBe(64 * 1024);
    const [event] = decoder.push(bytes('\x1c\r'), 0);
    expect(event).toMatchObject({ kind: 'too_large', size: 10 * chunk.length + 4 });
    expect(event?.kind === 'too_large' && event.head.length).toBe(64 * 1024);
    expect(decoder.unfinished()).toBeNull();
  });

  it('report since when one is incomplete, by the given clock', () => {
    const decoder = new MllpDecoder();
    expect(decoder.unfinished()).toBeNull();
    decoder.push(bytes('xx'), 1_000);
    expect(decoder.unfinished()).toBeNull();
    decoder.push(bytes('\x0bMSH'), 2_000);
    decoder.push(bytes('|^~'), 3_000);
    expect(decoder.unfinished()).toEqual({ since: 2_000, bytes: 6 });
    decoder.push(bytes('\x1c\r\x0b'), 4_000);
    expect(decoder.unfinished()).toEqual({ since: 4_000, bytes: 0 });
    decoder.push(bytes('\x1c\r'), 5_000);
    expect(decoder.unfinished()).toBeNull();
  });

  it('are equal for any split of the bytes', () => {
    const piece = fc.oneof(
      fc.constantFrom(
        '\x0b',
        '\x1c',
        '\r',
        '\x1c\r',
        '\x0bMSH|',
        '\x0bMS',
        'M',
        'S',
        'H',
        '\x0bBHS',
        framed(A),
        framed(B),
      ),
      fc.string({ maxLength: 5 }),
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 30 }),
        fc.array(fc.nat(), { maxLength: 20 }),
        fc.constantFrom(20, 60, undefined),
        (pieces, cuts, limit) => {
          const text = pieces.join('');
          expect(read(text, cuts, limit)).toEqual(read(text, [], limit));
          const each = Array.from({ length: text.length }, (_, index) => index);
          expect(read(text, each, limit)).toEqual(read(text, [], limit));
        },
      ),
      { numRuns: 300 },
    );
  });

  it('round-trip', () => {
    expect(read(encodeFrame(bytes(A)).toString('latin1')).events).toEqual([A]);
  });
});
