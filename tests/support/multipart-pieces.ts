/**
 * Hostile and unusual bodies of `POST /v1/documents` as `multipart/form-data`, each with its expected response (D-07).
 * Based on RFC 7578 and RFC 2046; shared by the tests and `npm run audit:documents`.
 */

export interface HostileBody {
  name: string;
  /** Additional header lines, including `Content-Type` and framing. */
  headers: string[];
  body: Buffer;
  status: number;
  code: string | null;
}

export const BOUNDARY = 'hostile-Boundary-7MA4YWxk';
/** File size limit during these tests, so that floods can be small. */
export const FILE_LIMIT = 1_000_000;
/** What the product allows for metadata, boundaries and headers in addition to the file. */
export const ENVELOPE = 80 * 1024;

export type Piece = Buffer | string;
export const bytes = (...pieces: Piece[]): Buffer =>
  Buffer.concat(pieces.map((piece) => (typeof piece === 'string' ? Buffer.from(piece) : piece)));

export const CRLF = '\r\n';
export const delimiter = (boundary = BOUNDARY) => `--${boundary}${CRLF}`;
export const close = (boundary = BOUNDARY) => `--${boundary}--${CRLF}`;

/** One part: header lines, unchanged, then the content. */
export const partOf = (headers: Piece, content: Piece, boundary = BOUNDARY): Buffer =>
  bytes(delimiter(boundary), headers, CRLF, CRLF, content, CRLF);

export const disposition = (parameters: string) => `Content-Disposition: form-data; ${parameters}`;
export const named = (parameters: string, content: Piece = 'A letter.', boundary?: string) =>
  partOf(disposition(parameters), content, boundary);

export const typeOf = (boundary: string) => `Content-Type: multipart/form-data; boundary=${boundary}`;
export const framed = (body: Buffer) => `Content-Length: ${body.length}`;

export const chunkedOf = (body: Buffer, size: number): Buffer => {
  const chunks: Buffer[] = [];
  for (let at = 0; at < body.length; at += size) {
    const chunk = body.subarray(at, at + size);
    chunks.push(bytes(chunk.length.toString(16), CRLF, chunk, CRLF));
  }
  return bytes(...chunks, `0${CRLF}${CRLF}`);
};

export type Verdict = readonly [status: number, code: string | null];
export const TAKEN: Verdict = [201, null];
export const MALFORMED: Verdict = [400, 'invalid_request'];
export const BAD_JSON: Verdict = [400, 'invalid_json'];
export const NOT_VALID: Verdict = [422, 'validation_failed'];
export const EMPTY: Verdict = [422, 'file_empty'];
export const MEDIA: Verdict = [415, 'unsupported_media_type'];
export const FILE_TYPE: Verdict = [415, 'unsupported_file_type'];
export const TOO_LARGE: Verdict = [413, 'payload_too_large'];

/** The pieces of a valid body, and functions that build table entries from them. */
export function fixture(patientId: string) {
  const json = (extra: object = {}, patient = patientId) => JSON.stringify({ patient_id: patient, ...extra });
  const metadata = named('name="metadata"', json());
  const file = named('name="file"; filename="a.txt"');
  const whole = (...parts: Piece[]) => bytes(...parts, close());
  const withFile = (...headers: string[]) => whole(metadata, partOf(headers.join(CRLF), 'A letter.'));
  const withName = (parameters: string) => whole(metadata, named(parameters));
  const withMetadata = (content: Piece) => whole(named('name="metadata"', content), file);
  const under = (boundary: string) =>
    bytes(
      named('name="metadata"', json(), boundary),
      named('name="file"', 'A letter.', boundary),
      close(boundary),
    );
  const good = whole(metadata, file);

  const table: HostileBody[] = [];
  const send = (name: string, headers: string[], body: Buffer, [status, code]: Verdict) =>
    void table.push({ name, headers, body, status, code });
  const body = (name: string, content: Buffer, verdict: Verdict) =>
    send(name, [typeOf(BOUNDARY), framed(content)], content, verdict);
  const type = (name: string, header: string, verdict: Verdict, content = good) =>
    send(name, [`Content-Type: ${header}`, framed(content)], content, verdict);

  const chunks = (name: string, sent: Buffer, verdict: Verdict) =>
    send(name, [typeOf(BOUNDARY), 'Transfer-Encoding: chunked'], sent, verdict);
  return {
    json,
    metadata,
    file,
    whole,
    withFile,
    withName,
    withMetadata,
    under,
    good,
    table,
    send,
    body,
    type,
    chunks,
  };
}

/** A complete request; the connection closes after its response. */
export const requestOf = ({ headers, body }: HostileBody, host: string, key: string): Buffer =>
  bytes(
    Buffer.from(
      [
        'POST /v1/documents HTTP/1.1',
        `Host: ${host}`,
        `Authorization: Bearer ${key}`,
        'Connection: close',
        ...headers,
      ].join(CRLF) +
        CRLF +
        CRLF,
      'utf8',
    ),
    body,
  );
