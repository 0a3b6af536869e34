import {
  BOUNDARY,
  CRLF,
  ENVELOPE,
  FILE_LIMIT,
  MALFORMED,
  MEDIA,
  NOT_VALID,
  TAKEN,
  TOO_LARGE,
  bytes,
  chunkedOf,
  close,
  delimiter,
  framed,
  fixture,
  typeOf,
  type HostileBody,
} from './multipart-pieces';
import { hostileParts } from './multipart-parts';

export { FILE_LIMIT, requestOf } from './multipart-pieces';

/** Bodies with an unusual frame: boundary, media type, length, line ends, truncation. */
function hostileFrames(patientId: string): HostileBody[] {
  const { metadata, file, under, good, table, send, body, type, chunks } = fixture(patientId);

  // The boundary
  for (const [length, verdict] of [
    [1, TAKEN],
    [69, TAKEN],
    [70, TAKEN],
    [71, MALFORMED],
    [252, MALFORMED],
    [253, MALFORMED],
    [4000, MALFORMED],
  ] as const) {
    const boundary = 'b'.repeat(length);
    type(
      `a boundary of ${length} characters`,
      `multipart/form-data; boundary=${boundary}`,
      verdict,
      under(boundary),
    );
  }
  type('a boundary of dashes only', 'multipart/form-data; boundary=----', TAKEN, under('----'));
  type(
    'every character a boundary may have, quoted',
    `multipart/form-data; boundary="x'()+_,-./:=? y"`,
    TAKEN,
    under(`x'()+_,-./:=? y`),
  );
  type('an empty boundary', 'multipart/form-data; boundary=', MALFORMED);
  type('an empty quoted boundary', 'multipart/form-data; boundary=""', MALFORMED);
  type('no boundary', 'multipart/form-data', MALFORMED);
  type('two boundaries', `multipart/form-data; boundary=${BOUNDARY}; boundary=other`, MALFORMED);
  type(
    'two boundaries, the second one used',
    `multipart/form-data; boundary=other; boundary=${BOUNDARY}`,
    MALFORMED,
  );
  type('a boundary whose quote stays open', `multipart/form-data; boundary="${BOUNDARY}`, MALFORMED);
  type('a boundary with an escaped quote', 'multipart/form-data; boundary="a\\"b"', MALFORMED, under('a"b'));
  type('a boundary in the form of RFC 2231', `multipart/form-data; boundary*=utf-8''${BOUNDARY}`, MALFORMED);
  type('a boundary of two lines', `multipart/form-data;${CRLF} boundary=${BOUNDARY}`, MALFORMED);
  type(
    'a boundary beyond ASCII',
    'multipart/form-data; boundary=\u00e9\u00e9',
    MALFORMED,
    under('\u00e9\u00e9'),
  );
  // Parsed as a header it would have the name `--a`.
  type(
    'a boundary that reads as a header, twice in a row',
    'multipart/form-data; boundary="a:b"',
    MALFORMED,
    bytes(delimiter('a:b'), under('a:b')),
  );
  type('a boundary that the body does not have', 'multipart/form-data; boundary=other', MALFORMED);
  type(
    'a boundary in other case than the body',
    `multipart/form-data; boundary=${BOUNDARY.toUpperCase()}`,
    MALFORMED,
  );
  type(
    'a boundary that begins as the one of the body does',
    `multipart/form-data; boundary=${BOUNDARY.slice(0, -1)}`,
    MALFORMED,
  );
  type('a longer boundary than the body has', `multipart/form-data; boundary=${BOUNDARY}x`, MALFORMED);
  type('a media type in capitals', `MULTIPART/FORM-DATA; BOUNDARY=${BOUNDARY}`, TAKEN);
  type('parameters around the boundary', `multipart/form-data; a=b; boundary=${BOUNDARY}; c=d`, TAKEN);
  type('the word boundary inside another parameter', `multipart/form-data; xboundary=${BOUNDARY}`, MALFORMED);

  // Media type and encoding
  for (const wrong of [
    'multipart/mixed',
    'multipart/form-data-x',
    'multipart/related',
    'text/plain',
    'form-data',
  ])
    type(`as ${wrong}`, `${wrong}; boundary=${BOUNDARY}`, MEDIA);
  send('without a Content-Type', [framed(good)], good, MEDIA);
  send('two headers Content-Type', [typeOf(BOUNDARY), typeOf('x'), framed(good)], good, MALFORMED);
  for (const encoding of ['gzip', 'br', 'x-unknown'])
    send(
      `encoded as ${encoding}`,
      [typeOf(BOUNDARY), framed(good), `Content-Encoding: ${encoding}`],
      good,
      MEDIA,
    );
  send('encoded as identity', [typeOf(BOUNDARY), framed(good), 'Content-Encoding: identity'], good, TAKEN);

  // Framing
  chunks('in chunks of one byte', chunkedOf(good, 1), TAKEN);
  chunks('in chunks of seven bytes', chunkedOf(good, 7), TAKEN);
  chunks('a chunk with an invalid size', bytes(`zz${CRLF}`, good), MALFORMED);
  chunks('a chunk longer than declared', bytes(`5${CRLF}`, good), MALFORMED);
  chunks('no bytes at all, in chunks', chunkedOf(Buffer.alloc(0), 1), MALFORMED);
  send(
    'a length and chunks',
    [typeOf(BOUNDARY), framed(good), 'Transfer-Encoding: chunked'],
    chunkedOf(good, 100),
    MALFORMED,
  );
  send('two lengths', [typeOf(BOUNDARY), framed(good), 'Content-Length: 3'], good, MALFORMED);
  send('a length of 10 GB', [typeOf(BOUNDARY), 'Content-Length: 10737418240'], Buffer.alloc(0), TOO_LARGE);
  send(
    'one byte more than can be a good body',
    [typeOf(BOUNDARY), `Content-Length: ${FILE_LIMIT + ENVELOPE + 1}`],
    Buffer.alloc(0),
    TOO_LARGE,
  );

  // Skeletons
  body('no bytes', Buffer.alloc(0), MALFORMED);
  body('a line end', bytes(CRLF), MALFORMED);
  body('one dash', bytes('-'), MALFORMED);
  body('one delimiter', bytes(delimiter()), MALFORMED);
  body('only the closing boundary', bytes(close()), NOT_VALID);
  body('the closing boundary a hundred times', bytes(close().repeat(100)), NOT_VALID);
  body('a closing boundary with one dash', bytes(metadata, file, `--${BOUNDARY}-`), MALFORMED);
  body('no closing boundary', bytes(metadata, file), MALFORMED);
  body('the closing boundary of another', bytes(metadata, file, close('other')), MALFORMED);
  body('no line end behind the closing boundary', good.subarray(0, -2), TAKEN);
  body('the closing boundary before the parts', bytes(close(), good), NOT_VALID);
  body('parts behind the closing boundary', bytes(good, good), MALFORMED);
  body('line feeds instead of line ends', bytes(good.toString().replaceAll(CRLF, '\n')), MALFORMED);
  body('carriage returns instead of line ends', bytes(good.toString().replaceAll(CRLF, '\r')), MALFORMED);
  body('line ends the wrong way round', bytes(good.toString().replaceAll(CRLF, '\n\r')), MALFORMED);
  body(
    'a line feed behind one boundary',
    bytes(good.toString().replace(`${BOUNDARY}${CRLF}`, `${BOUNDARY}\n`)),
    MALFORMED,
  );
  body(
    'spaces behind a boundary',
    bytes(good.toString().replace(`${BOUNDARY}${CRLF}`, `${BOUNDARY}  ${CRLF}`)),
    MALFORMED,
  );
  body(
    'two letters in place of the line end behind a boundary',
    bytes(good.toString().replace(delimiter(), `--${BOUNDARY}xy`)),
    MALFORMED,
  );
  body('a space before a boundary', bytes(good.toString().replaceAll(`${CRLF}--`, `${CRLF} --`)), MALFORMED);
  body(
    'boundaries without their dashes',
    bytes(good.toString().replaceAll(`--${BOUNDARY}`, BOUNDARY)),
    MALFORMED,
  );
  body('in UTF-16', Buffer.from(good.toString(), 'utf16le'), MALFORMED);
  // The first delimiter is then not at the start of a line: the metadata belong to the preamble.
  body('behind a byte order mark', bytes('\uFEFF', good), NOT_VALID);
  body('behind a line end', bytes(CRLF, good), TAKEN);

  // Truncated at every significant position. Content-Length matches, so HTTP accepts the body.
  const marks = [
    1,
    2,
    3,
    BOUNDARY.length,
    BOUNDARY.length + 2,
    BOUNDARY.length + 3,
    BOUNDARY.length + 4,
    ...['Disposition', ': form', 'name="', 'metadata"', `${CRLF}${CRLF}{`, '{"', `}${CRLF}`].flatMap(
      (mark) => [good.indexOf(mark), good.indexOf(mark) + mark.length],
    ),
    ...[0, 1, 2, 4, 10, 60].map((more) => metadata.length + more),
    ...['filename', 'a.txt', `"${CRLF}${CRLF}A`, 'A letter.'].flatMap((mark) => [
      good.lastIndexOf(mark),
      good.lastIndexOf(mark) + mark.length,
    ]),
    ...[3, 4, 5, 6, BOUNDARY.length, BOUNDARY.length + 5, BOUNDARY.length + 6].map(
      (less) => good.length - less,
    ),
  ];
  for (const at of [...new Set(marks)].sort((a, b) => a - b))
    body(`cut off behind byte ${at} of ${good.length}`, good.subarray(0, at), MALFORMED);

  return table;
}

/** Hostile and unusual bodies of `POST /v1/documents` as `multipart/form-data`, each with its expected response. */
export const hostileBodies = (patientId: string, foreignPatientId: string): HostileBody[] => [
  ...hostileFrames(patientId),
  ...hostileParts(patientId, foreignPatientId),
];
