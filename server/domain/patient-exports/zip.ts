import { Readable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { ZipFile } from 'yazl';

/** Writes a ZIP file as a stream, one entry at a time, so that memory does not grow with its size. */

export interface ZipEntry {
  path: string;
  modifiedAt: Date;
  content: AsyncIterable<Uint8Array | string>;
}

const PIECE = 64 * 1024;

/** Joins short texts, because each piece costs the same. */
async function* inPieces(content: AsyncIterable<Uint8Array | string>): AsyncGenerator<Buffer> {
  let text: string[] = [];
  let length = 0;
  for await (const part of content) {
    if (typeof part !== 'string') {
      yield Buffer.from(part.buffer, part.byteOffset, part.byteLength);
      continue;
    }
    text.push(part);
    length += part.length;
    if (length < PIECE) continue;
    yield Buffer.from(text.join(''));
    [text, length] = [[], 0];
  }
  if (length > 0) yield Buffer.from(text.join(''));
}

/**
 * A failure of an entry destroys the stream, so that a partial file is never a valid ZIP file. Destroying the stream ends
 * the entries.
 */
export function zipStream(entries: AsyncIterable<ZipEntry>): Readable {
  const zip = new ZipFile();
  const output = zip.outputStream as Readable;
  let current: Readable | undefined;
  const fail = (error: unknown) => output.destroy(error instanceof Error ? error : new Error(String(error)));
  zip.on('error', fail);
  output.once('close', () => current?.destroy());
  const write = async () => {
    for await (const { path, modifiedAt, content } of entries) {
      current = Readable.from(inPieces(content), { objectMode: false });
      const read = finished(current);
      zip.addReadStream(current, path, { mtime: modifiedAt, mode: 0o100644 });
      await read;
    }
    zip.end();
  };
  write().catch(fail);
  return output;
}
