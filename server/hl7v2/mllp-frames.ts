/**
 * MLLP (HL7 v2 Minimal Lower Layer Protocol): `<VT> message <FS><CR>`. Parses frames from socket chunks of any size.
 * Pure: the caller supplies bytes and clock.
 *
 * - Bytes between frames are ignored and counted.
 * - VT, and FS without a following CR, are content: some charsets and word processors use them. But VT followed by a
 * message or batch header starts a new frame. If FS precedes it, the old frame is complete (some senders omit the CR).
 * If not, the sender aborted and restarted: the old bytes are `abandoned`, never processed and never acknowledged, so
 * the sender repeats them.
 * - An oversized frame is discarded: its first bytes (to name the message in the acknowledgment) and its size are
 * reported when it ends.
 */
export const MAX_FRAME_BYTES = 20 * 1024 * 1024;

export type MllpEvent =
  | { kind: 'frame'; bytes: Buffer }
  | { kind: 'too_large' | 'abandoned'; head: Buffer; size: number };

const VT = 0x0b;
const FS = 0x1c;
const CR = 0x0d;
const HEADS = ['MSH', 'FHS', 'BHS'].map((name) => Buffer.from(name, 'latin1'));
/** Kept of an oversized frame: enough for its first segment. */
const HEAD_BYTES = 64 * 1024;
const SMALL = 64 * 1024;
const EMPTY = Buffer.alloc(0);

type Ahead = 'yes' | 'no' | 'unknown';

/** Whether a message starts at `from`; `unknown` if more bytes are needed. */
function headAt(bytes: Buffer, from: number): Ahead {
  if (from >= bytes.length) return 'unknown';
  const head = HEADS.find(([initial]) => initial === bytes[from]);
  if (!head) return 'no';
  for (let index = 1; index < head.length; index++) {
    if (from + index >= bytes.length) return 'unknown';
    if (bytes[from + index] !== head[index]) return 'no';
  }
  return 'yes';
}

export class MllpDecoder {
  /** Total bytes between frames. */
  ignoredBytes = 0;
  readonly #limit: number;
  /** Undecided bytes at the end of the last chunk: at most VT or FS and the bytes after it. */
  #carry: Buffer = EMPTY;
  #open = false;
  #openSince = 0;
  #buffer: Buffer = EMPTY;
  #size = 0;

  constructor(limit = MAX_FRAME_BYTES) {
    this.#limit = limit;
  }

  /** @param now milliseconds of a monotonic clock */
  push(chunk: Buffer, now: number): MllpEvent[] {
    const data = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    this.#carry = EMPTY;
    const events: MllpEvent[] = [];
    let at = 0;
    /** Start of the content not yet copied. */
    let from = 0;
    while (at < data.length) {
      if (!this.#open) {
        const start = data.indexOf(VT, at);
        const end = start === -1 ? data.length : start;
        this.ignoredBytes += end - at;
        at = from = end + 1;
        if (start !== -1) this.#begin(now);
        continue;
      }
      const byte = data[at]!;
      if (byte !== FS && byte !== VT) {
        at++;
        continue;
      }
      const next = data[at + 1];
      if (byte === FS && next === CR) {
        this.#keep(data, from, at);
        events.push(this.#end());
        at += 2;
        continue;
      }
      const restart: Ahead =
        byte === VT
          ? headAt(data, at + 1)
          : next === undefined
            ? 'unknown'
            : next === VT
              ? headAt(data, at + 2)
              : 'no';
      if (restart === 'unknown') break;
      if (restart === 'yes') {
        this.#keep(data, from, at);
        events.push(byte === FS ? this.#end() : this.#abandon());
        at += byte === FS ? 2 : 1;
        from = at;
        this.#begin(now);
        continue;
      }
      at++;
    }
    if (this.#open) {
      const decided = Math.min(at, data.length);
      this.#keep(data, from, decided);
      this.#carry = Buffer.from(data.subarray(decided));
    }
    return events;
  }

  /** The open frame, if any; the caller warns if it stays open too long. */
  unfinished(): { since: number; bytes: number } | null {
    return this.#open ? { since: this.#openSince, bytes: this.#size + this.#carry.length } : null;
  }

  /** Memory used by the open frame. */
  get bufferedBytes(): number {
    return this.#buffer.length;
  }

  #begin(now: number): void {
    this.#open = true;
    this.#openSince = now;
    this.#size = 0;
  }

  /** Copies, so that a small remainder does not retain a large chunk and single bytes do not need a Buffer each. */
  #keep(data: Buffer, from: number, to: number): void {
    const room = Math.max(Math.min(to - from, this.#limit - this.#size), 0);
    const needed = this.#size + room;
    if (room > 0) {
      if (needed > this.#buffer.length) {
        const larger = Buffer.allocUnsafe(
          Math.min(Math.max(needed, this.#buffer.length * 2, 4096), this.#limit),
        );
        this.#buffer.copy(larger, 0, 0, this.#size);
        this.#buffer = larger;
      }
      data.copy(this.#buffer, this.#size, from, from + room);
    }
    this.#size += to - from;
    if (this.#size > this.#limit && this.#buffer.length > HEAD_BYTES)
      this.#buffer = Buffer.from(this.#buffer.subarray(0, HEAD_BYTES));
  }

  #end(): MllpEvent {
    if (this.#size > this.#limit) return this.#reject('too_large');
    const bytes = Buffer.from(this.#buffer.subarray(0, this.#size));
    this.#close();
    return { kind: 'frame', bytes };
  }

  #abandon(): MllpEvent {
    return this.#reject('abandoned');
  }

  #reject(kind: 'too_large' | 'abandoned'): MllpEvent {
    const head = Buffer.from(this.#buffer.subarray(0, Math.min(this.#size, HEAD_BYTES, this.#buffer.length)));
    const size = this.#size;
    this.#close();
    return { kind, head, size };
  }

  #close(): void {
    this.#open = false;
    this.#size = 0;
    if (this.#buffer.length > SMALL) this.#buffer = EMPTY;
  }
}

export function encodeFrame(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from([VT]), message, Buffer.from([FS, CR])]);
}
