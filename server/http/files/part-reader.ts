import { malformed } from './part-headers';

/**
 * Reads a multipart body (RFC 2046, section 5.1) incrementally: preamble, delimiter, headers, content, delimiter and so
 * on. Nothing is skipped silently: a delimiter must be followed by a line break or by the two dashes of the last one,
 * and header blocks are returned whole or not at all. A delimiter after the last one means that the boundary occurs
 * inside a file, which would otherwise be truncated there.
 */

const CRLF = Buffer.from('\r\n');
const HEADERS_END = Buffer.from('\r\n\r\n');
const DASHES = Buffer.from('--');
const MAX_HEADER_BYTES = 12 * 1024;
const CR = 13;

export class PartReader {
  private readonly delimiter: Buffer;
  /** Received bytes that are not parsed yet. The first delimiter needs no line break before it. */
  private window: Buffer = CRLF;

  /** @param next the next bytes of the body; null at its end */
  constructor(
    boundary: string,
    private readonly next: () => Promise<Buffer | null>,
  ) {
    this.delimiter = Buffer.from(`\r\n--${boundary}`);
  }

  /** Skips the preamble. */
  async begin(): Promise<void> {
    for await (const _ of this.scan(0)) continue;
  }

  /** After a delimiter: the header block of the next part, in Latin-1; null after the last delimiter. */
  async headers(): Promise<string | null> {
    await this.atLeast(2);
    if (this.startsWith(DASHES)) return null;
    if (!this.startsWith(CRLF)) throw malformed();
    let seen = 0;
    for (;;) {
      const end = this.window.indexOf(HEADERS_END, seen);
      // Includes the line breaks around the block.
      if ((end === -1 ? this.window.length - HEADERS_END.length : end) > MAX_HEADER_BYTES) throw malformed();
      if (end !== -1) {
        const block = this.window.subarray(0, end);
        if (block.includes(this.delimiter)) throw malformed();
        this.window = this.window.subarray(end + CRLF.length);
        return block.toString('latin1', CRLF.length);
      }
      seen = Math.max(0, this.window.length - HEADERS_END.length + 1);
      await this.atLeast(this.window.length + 1);
    }
  }

  /** After the headers: the bytes of the part, up to the next delimiter. */
  content(): AsyncGenerator<Buffer, void> {
    // The line break of the empty line is scanned again, because a delimiter may start with it.
    return this.scan(CRLF.length);
  }

  /** After the last delimiter: reads the body to its end. */
  async end(): Promise<void> {
    this.window = this.window.subarray(DASHES.length);
    await this.fill(1);
    if (this.window.length > 0 && !/^[\r\t ]/.test(this.window.toString('latin1', 0, 1))) throw malformed();
    while (this.window.length > 0) {
      if (this.window.includes(this.delimiter)) throw malformed();
      this.window = this.window.subarray(this.undecided());
      const before = this.window.length;
      if (!(await this.fill(before + 1))) return;
    }
  }

  private async *scan(skipped: number): AsyncGenerator<Buffer, void> {
    let skip = skipped;
    for (;;) {
      const at = this.window.indexOf(this.delimiter);
      if (at !== -1 && at < skip) throw malformed();
      const until = at === -1 ? this.undecided() : at;
      if (until >= skip) {
        const bytes = this.window.subarray(skip, until);
        this.window = this.window.subarray(at === -1 ? until : at + this.delimiter.length);
        skip = 0;
        if (bytes.length > 0) yield bytes;
      }
      if (at !== -1) return;
      await this.atLeast(this.window.length + 1);
    }
  }

  /** Start of the bytes that may be the beginning of a delimiter. */
  private undecided(): number {
    const { window, delimiter } = this;
    let at = window.indexOf(CR, Math.max(0, window.length - delimiter.length + 1));
    while (at !== -1 && !delimiter.subarray(0, window.length - at).equals(window.subarray(at)))
      at = window.indexOf(CR, at + 1);
    return at === -1 ? window.length : at;
  }

  private startsWith(bytes: Buffer): boolean {
    return this.window.subarray(0, bytes.length).equals(bytes);
  }

  private async atLeast(length: number): Promise<void> {
    if (!(await this.fill(length))) throw malformed();
  }

  /** @returns false if the body ends first */
  private async fill(length: number): Promise<boolean> {
    while (this.window.length < length) {
      const chunk = await this.next();
      if (chunk === null) return false;
      this.window = this.window.length === 0 ? chunk : Buffer.concat([this.window, chunk]);
    }
    return true;
  }
}
