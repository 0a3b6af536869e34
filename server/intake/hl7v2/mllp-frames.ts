/**
 * MLLP (HL7 v2 minimal lower layer protocol): `<VT> message <FS><CR>`. Reads frames out of whatever pieces a
 * socket hands over; how the bytes are cut makes no difference. Pure: the caller brings bytes and the clock.
 *
 * - Bytes between frames are ignored and counted.
 * - FS without CR after it and VT are content: some charsets and word processors use them. But VT followed by the
 *   head of a message or batch begins a new frame. If FS stands before it, the old frame is whole (senders that leave
 *   out the CR); if not, the sender broke off and began again: the old bytes are `abandoned`, never processed and
 *   never acknowledged, so the sender repeats them.
 * - A frame above the limit is not kept: its first bytes (for an answer that names the message) and its size are
 *   reported when it ends.
 */
export const MAX_FRAME_BYTES = 20 * 1024 * 1024;

export type MllpEvent =
  { kind: 'frame'; bytes: Buffer } | { kind: 'too_large' | 'abandoned'; head: Buffer; size: number };

const VT = 0x0b;
const FS = 0x1c;
const CR = 0x0d;
const HEADS = ['MSH', 'FHS', 'BHS'].map((name) => Buffer.from(name, 'latin1'));
/** Kept of a frame that is not: enough for its first segment. */
const HEAD_BYTES = 64 * 1024;
const SMALL = 64 * 1024;
const EMPTY = Buffer.alloc(0);

type Ahead = 'yes' | 'no' | 'unknown';

/** Whether a message begins at `from`; `unknown` when the bytes that are there do not say it yet. */
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
  /** Bytes that stood between frames, since the beginning. */
  ignoredBytes = 0;
  readonly #limit: number;
  /** Undecided bytes at the end of the last piece: at most VT or FS, and what follows them. */
  #carry: Buffer = EMPTY;
  #open = false;
  #openSince = 0;
  #held: Buffer = EMPTY;
  #size = 0;

  constructor(limit = MAX_FRAME_BYTES) {
    this.#limit = limit;
  }

  /** @param now milliseconds of any clock that does not go back. */
  push(chunk: Buffer, now: number): MllpEvent[] {
    const data = this.#carry.length === 0 ? chunk : Buffer.concat([this.#carry, chunk]);
    this.#carry = EMPTY;
    const events: MllpEvent[] = [];
    let at = 0;
    /** Where content that is not yet kept begins. */
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

  /** The frame that has begun and not ended; the caller warns when it has been so for too long. */
  unfinished(): { since: number; bytes: number } | null {
    return this.#open ? { since: this.#openSince, bytes: this.#size + this.#carry.length } : null;
  }

  /** Memory that is held for the frame that is being read. */
  get heldBytes(): number {
    return this.#held.length;
  }

  #begin(now: number): void {
    this.#open = true;
    this.#openSince = now;
    this.#size = 0;
  }

  /** Copies, so that a small rest does not hold a large chunk, and a byte at a time does not cost a Buffer each. */
  #keep(data: Buffer, from: number, to: number): void {
    const room = Math.max(Math.min(to - from, this.#limit - this.#size), 0);
    const needed = this.#size + room;
    if (room > 0) {
      if (needed > this.#held.length) {
        const larger = Buffer.allocUnsafe(
          Math.min(Math.max(needed, this.#held.length * 2, 4096), this.#limit),
        );
        this.#held.copy(larger, 0, 0, this.#size);
        this.#held = larger;
      }
      data.copy(this.#held, this.#size, from, from + room);
    }
    this.#size += to - from;
    if (this.#size > this.#limit && this.#held.length > HEAD_BYTES)
      this.#held = Buffer.from(this.#held.subarray(0, HEAD_BYTES));
  }

  #end(): MllpEvent {
    if (this.#size > this.#limit) return this.#refuse('too_large');
    const bytes = Buffer.from(this.#held.subarray(0, this.#size));
    this.#close();
    return { kind: 'frame', bytes };
  }

  #abandon(): MllpEvent {
    return this.#refuse('abandoned');
  }

  #refuse(kind: 'too_large' | 'abandoned'): MllpEvent {
    const head = Buffer.from(this.#held.subarray(0, Math.min(this.#size, HEAD_BYTES, this.#held.length)));
    const size = this.#size;
    this.#close();
    return { kind, head, size };
  }

  #close(): void {
    this.#open = false;
    this.#size = 0;
    if (this.#held.length > SMALL) this.#held = EMPTY;
  }
}

export function encodeFrame(message: Buffer): Buffer {
  return Buffer.concat([Buffer.from([VT]), message, Buffer.from([FS, CR])]);
}
