import {
  BAD_JSON,
  BOUNDARY,
  CRLF,
  EMPTY,
  FILE_LIMIT,
  FILE_TYPE,
  MALFORMED,
  NOT_VALID,
  TAKEN,
  TOO_LARGE,
  bytes,
  chunkedOf,
  delimiter,
  disposition,
  named,
  partOf,
  fixture,
  type HostileBody,
  type Piece,
  type Verdict,
} from './multipart-pieces';

/** Bodies with a valid frame and invalid parts: their number, headers, names, metadata and content. */
export function hostileParts(patientId: string, foreignPatientId: string): HostileBody[] {
  const {
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
    body,
    type,
    chunks,
  } = fixture(patientId);

  // Which parts
  body('no file', whole(metadata), NOT_VALID);
  body('no metadata', whole(file), NOT_VALID);
  body('the file before the metadata', whole(file, metadata), NOT_VALID);
  body('metadata twice', whole(metadata, metadata, file), NOT_VALID);
  body('two files', whole(metadata, file, file), NOT_VALID);
  body('metadata again behind the file', whole(metadata, file, metadata), NOT_VALID);
  body('a part between', whole(metadata, named('name="x"'), file), NOT_VALID);
  body('a part behind', whole(metadata, file, named('name="x"')), NOT_VALID);
  body('the part _charset_ of HTML', whole(named('name="_charset_"', 'utf-16'), metadata, file), NOT_VALID);
  const many = (part: string, count: number, end = '--b--') =>
    bytes(named('name="metadata"', json(), 'b'), named('name="file"', 'x', 'b'), part.repeat(count), end);
  const tiny = `--b${CRLF}Content-Disposition:form-data;name=x${CRLF}${CRLF}${CRLF}`;
  const b = 'multipart/form-data; boundary=b';
  type('20,000 parts', b, NOT_VALID, many(tiny, 20_000));
  type('20,000 parts and no end', b, NOT_VALID, many(tiny, 20_000, ''));
  type('100,000 parts, more than the limit', b, TOO_LARGE, many(tiny, 100_000));
  type('100,000 parts without headers', b, MALFORMED, many(`--b${CRLF}${CRLF}${CRLF}`, 100_000));
  type(
    '100,000 parts without headers and no end',
    b,
    MALFORMED,
    many(`--b${CRLF}${CRLF}${CRLF}`, 100_000, ''),
  );
  type('200,000 delimiters', b, MALFORMED, bytes(`--b${CRLF}`.repeat(200_000)));
  body('a thousand parts named file', whole(metadata, ...Array<Buffer>(1000).fill(file)), NOT_VALID);
  for (const name of [
    '__proto__',
    'constructor',
    'prototype',
    'toString',
    'hasOwnProperty',
    '',
    'FILE',
    'file ',
    "'file'",
    'file[]',
    'metadata.patient_id',
    '\u202Eelif',
    'ﬁle',
  ])
    body(`a part named ${JSON.stringify(name)}`, withName(`name="${name}"; filename="a.txt"`), NOT_VALID);
  body('a part with a name of 5 kB', withName(`name="${'n'.repeat(5000)}"; filename="a.txt"`), NOT_VALID);
  body('a part with its name unquoted', withName('name=file; filename=a.txt'), TAKEN);

  // Headers of parts
  const odd = '; '.repeat(5000);
  body('a disposition of quotes', withName(`name="${'"'.repeat(9000)}"`), NOT_VALID);
  body('a disposition of quotes and spaces', withName(`name="${'" '.repeat(5000)}`), NOT_VALID);
  body('a disposition of backslashes', withName(`name="${'\\'.repeat(9000)}"`), NOT_VALID);
  body('a disposition of spaces', withName(' '.repeat(9000)), MALFORMED);
  body('a disposition of semicolons', withName(odd), MALFORMED);
  body('a disposition of parameters', withName(`name="file"${'; a=b'.repeat(1000)}`), MALFORMED);
  type('a media type of semicolons', `multipart/form-data${odd}`, MALFORMED);
  type(
    'a boundary with something behind its quote, then another',
    `multipart/form-data; boundary="x"y; boundary=${BOUNDARY}`,
    MALFORMED,
  );
  body('a part without a name', withName('filename="a.txt"'), MALFORMED);
  body('a name twice', withName('name="file"; name="metadata"'), MALFORMED);
  body('two file names', withName('name="file"; filename="a"; filename="b"'), MALFORMED);
  body('an open quote', withName('name="file; filename="a.txt'), MALFORMED);
  body('words behind the name', withName('name="file" x'), MALFORMED);
  body('no disposition', withFile('Content-Type: text/plain'), MALFORMED);
  body('no headers', whole(metadata, `${delimiter()}${CRLF}x${CRLF}`), MALFORMED);
  body('content directly behind the boundary', whole(metadata, `${delimiter()}x${CRLF}`), MALFORMED);
  body('a part that is empty with its headers', whole(metadata, delimiter(), file), MALFORMED);
  body('disposition attachment', withFile('Content-Disposition: attachment; name="file"'), MALFORMED);
  body('disposition form-datax', withFile('Content-Disposition: form-datax; name="file"'), MALFORMED);
  body('two dispositions', withFile(disposition('name="file"'), disposition('name="metadata"')), MALFORMED);
  body(
    'two content types',
    withFile(disposition('name="file"'), 'Content-Type: text/plain', 'content-type: application/pdf'),
    MALFORMED,
  );
  body(
    'two transfer encodings',
    withFile(
      disposition('name="file"'),
      'Content-Transfer-Encoding: 8bit',
      'Content-Transfer-Encoding: base64',
    ),
    MALFORMED,
  );
  body('a header without a colon first', withFile('nonsense', disposition('name="file"')), MALFORMED);
  body('a header without a name first', withFile(': x', disposition('name="file"')), MALFORMED);
  body(
    'a space before the colon of the disposition',
    withFile('Content-Disposition : form-data; name="file"'),
    MALFORMED,
  );
  body('a header __proto__ and no other', withFile('__proto__: x'), MALFORMED);
  for (const name of ['__proto__', 'constructor', 'hasOwnProperty', '__defineGetter__'])
    body(
      `a header ${name} next to the disposition`,
      withFile(`${name}: x`, disposition('name="file"')),
      TAKEN,
    );
  body('a header of 5 kB', withFile(disposition('name="file"'), `X-Long: ${'x'.repeat(5000)}`), TAKEN);
  body('a header of 64 kB', withFile(disposition('name="file"'), `X-Long: ${'x'.repeat(65_536)}`), MALFORMED);
  body(
    'a header of 64 kB before the disposition',
    withFile(`X-Long: ${'x'.repeat(65_536)}`, disposition('name="file"')),
    MALFORMED,
  );
  body(
    'the disposition behind 16 headers',
    withFile(...Array<string>(16).fill('X: y'), disposition('name="file"')),
    MALFORMED,
  );
  body(
    '10,000 headers',
    withFile(disposition('name="file"'), ...Array<string>(10_000).fill('X: y')),
    MALFORMED,
  );
  body('headers that never end', bytes(metadata, delimiter(), 'X: y\r\n'.repeat(50_000)), MALFORMED);
  body(
    'a folded disposition',
    withFile(`Content-Disposition: form-data;${CRLF} name="file"; filename="a.txt"`),
    TAKEN,
  );
  body('NUL in the disposition', withName('name="file\0"'), NOT_VALID);

  // Names of files
  for (const [name, verdict] of [
    ['a\rb', MALFORMED],
    ['a\nb', MALFORMED],
    ['a\r\nX-Injected: b', MALFORMED],
    ['a\r\n b', TAKEN],
    ['a%0D%0AX-Injected: b', NOT_VALID],
    ['a\0.txt', NOT_VALID],
    ['a\x7f.txt', NOT_VALID],
    ['a\x1b[2J.txt', NOT_VALID],
    ['a\u0085.txt', NOT_VALID],
    ['a\tb.txt', NOT_VALID],
    ['\u202Etxt.exe', TAKEN],
    ['\u2066\u2067rtl\u2069.txt', TAKEN],
    [`${'n'.repeat(5000)}.txt`, TAKEN],
    [`${'\u{1F600}'.repeat(1250)}.txt`, TAKEN],
    ['n'.repeat(12 * 1024), MALFORMED],
    ['../../../../etc/passwd', TAKEN],
    ['C:\\fakepath\\a.txt', TAKEN],
    ['.', TAKEN],
    ['', TAKEN],
    ['   ', TAKEN],
    ['CON', TAKEN],
    ['a.txt; name=metadata', TAKEN],
    ['a"; name="metadata', MALFORMED],
    ['<script>alert(1)</script>.txt', TAKEN],
    ["'; DROP TABLE documents; --", TAKEN],
  ] as const)
    body(
      `a file called ${JSON.stringify(name.slice(0, 40))}, ${name.length} characters`,
      withName(`name="file"; filename="${name}"`),
      verdict,
    );
  body(
    'a file name in Latin-1',
    whole(
      metadata,
      partOf(Buffer.from(disposition('name="file"; filename="Gr\xf6\xdfe.txt"'), 'latin1'), 'A letter.'),
    ),
    TAKEN,
  );
  body(
    'a file name in broken UTF-8',
    whole(
      metadata,
      partOf(
        Buffer.from(disposition('name="file"; filename="\xc3(\xed\xa0\x80.txt"'), 'latin1'),
        'A letter.',
      ),
    ),
    TAKEN,
  );
  body('filename* in UTF-8', withName('name="file"; filename*=UTF-8\'\'%E2%82%AC.txt'), TAKEN);
  body('filename* with a broken escape', withName('name="file"; filename*=UTF-8\'\'%E2%8'), MALFORMED);
  body('filename* with NUL', withName('name="file"; filename*=UTF-8\'\'a%00b'), NOT_VALID);
  body(
    'filename* in another charset',
    withName('name="file"; filename*=utf-16\'\'a%00; filename="a.txt"'),
    TAKEN,
  );

  // The declared content of a part
  const declared = (header: string) => withFile(disposition('name="file"; filename="a.txt"'), header);
  for (const encoding of ['base64', 'quoted-printable', 'BASE64', 'x-gzip', '7bit, base64'])
    body(`transfer encoding ${encoding}`, declared(`Content-Transfer-Encoding: ${encoding}`), NOT_VALID);
  for (const encoding of ['7bit', '8bit', 'Binary'])
    body(`transfer encoding ${encoding}`, declared(`Content-Transfer-Encoding: ${encoding}`), TAKEN);
  body('text declared as HTML', declared('Content-Type: text/html'), FILE_TYPE);
  body('text declared as a picture', declared('Content-Type: image/png'), FILE_TYPE);
  body(
    'text in a charset that it does not have',
    declared('Content-Type: text/plain; charset=utf-16'),
    TAKEN,
  );
  body('an invalid declared type', declared('Content-Type: nonsense'), NOT_VALID);
  body('a declared type of 5 kB', declared(`Content-Type: text/${'x'.repeat(5000)}`), NOT_VALID);
  body(
    'a file part that declares to be multipart',
    declared('Content-Type: multipart/mixed; boundary=x'),
    FILE_TYPE,
  );
  body(
    'metadata declared as UTF-16',
    whole(
      partOf(
        `${disposition('name="metadata"')}${CRLF}Content-Type: application/json; charset=utf-16`,
        json(),
      ),
      file,
    ),
    TAKEN,
  );
  body('metadata in UTF-16', withMetadata(Buffer.from(json(), 'utf16le')), BAD_JSON);
  body(
    'metadata in base64',
    whole(
      partOf(
        `${disposition('name="metadata"')}${CRLF}Content-Transfer-Encoding: base64`,
        Buffer.from(json()).toString('base64'),
      ),
      file,
    ),
    NOT_VALID,
  );
  body('metadata as a file', whole(named('name="metadata"; filename="blob"', json()), file), TAKEN);

  // The metadata
  body('metadata without a byte', withMetadata(''), BAD_JSON);
  body('metadata of white space', withMetadata('   '), BAD_JSON);
  body('metadata cut off', withMetadata(json().slice(0, -1)), BAD_JSON);
  body('metadata twice in one part', withMetadata(json().repeat(2)), BAD_JSON);
  body('metadata behind a byte order mark', withMetadata(`\uFEFF${json()}`), BAD_JSON);
  body('metadata in broken UTF-8', withMetadata(Buffer.from(json({ title: '\xff' }), 'latin1')), BAD_JSON);
  body('metadata 10,000 deep', withMetadata('['.repeat(10_000)), BAD_JSON);
  body('metadata with a key twice', withMetadata(json().replace('}', ',"patient_id":"x"}')), BAD_JSON);
  body('metadata with __proto__', withMetadata(json().replace('}', ',"__proto__":{"a":1}}')), BAD_JSON);
  for (const other of ['null', '[]', '"text"', '1', '{}'])
    body(`metadata ${other}`, withMetadata(other), NOT_VALID);
  body('metadata with a field that is unknown', withMetadata(json({ constructor: 1 })), NOT_VALID);
  body(
    'metadata with a field that only answers have',
    withMetadata(json({ sha256_of: 'x', status: 'available' })),
    NOT_VALID,
  );
  body('metadata of exactly 64 KiB', withMetadata(json().padEnd(64 * 1024)), TAKEN);
  body('metadata of 64 KiB and a byte', withMetadata(json().padEnd(64 * 1024 + 1)), NOT_VALID);
  body('metadata of 900 kB', withMetadata(json().padEnd(900_000)), NOT_VALID);
  body('the patient of another organization', withMetadata(json({}, foreignPatientId)), [
    422,
    'patient_not_found',
  ]);
  body('a digest that the bytes do not have', withMetadata(json({ sha256: '0'.repeat(64) })), [
    422,
    'checksum_mismatch',
  ]);

  // The content
  const content = (name: string, text: Piece, verdict: Verdict) =>
    body(name, whole(metadata, named('name="file"; filename="a.txt"', text)), verdict);
  content('no byte in the file', '', EMPTY);
  body(
    'no byte and no line end in the file',
    whole(metadata, delimiter(), disposition('name="file"'), CRLF, CRLF),
    MALFORMED,
  );
  content('a beginning of the boundary in the file', `a${CRLF}--${BOUNDARY.slice(0, -1)}`, TAKEN);
  content('the boundary inside a line of the file', `a --${BOUNDARY}--${CRLF}b`, TAKEN);
  content('the boundary behind a line feed in the file', `a\n--${BOUNDARY}--\nb`, TAKEN);
  content('the boundary as beginning of a line of the file', `a${CRLF}--${BOUNDARY}more${CRLF}b`, MALFORMED);
  content(
    'the closing boundary as a line of the file',
    `a${CRLF}--${BOUNDARY}--${CRLF}the rest of the letter`,
    MALFORMED,
  );
  content(
    'the closing boundary as beginning of a line of the file',
    `a${CRLF}--${BOUNDARY}--x${CRLF}b`,
    MALFORMED,
  );
  content('a multipart body with another boundary in the file', under('inner'), TAKEN);
  content('a multipart body with the same boundary in the file', bytes('a', CRLF, good), NOT_VALID);
  content('the boundary as first line of the file', good, MALFORMED);
  body(
    'nested multipart/mixed, as of old',
    whole(
      metadata,
      partOf(
        `${disposition('name="files"')}${CRLF}Content-Type: multipart/mixed; boundary=in`,
        '--in\r\n\r\nx\r\n--in--',
      ),
    ),
    NOT_VALID,
  );
  content('a million line ends and dashes in the file', '\r\n--'.repeat(240_000), TAKEN);
  content(
    'a million beginnings of the boundary in the file',
    `\r\n--${BOUNDARY.slice(0, -1)}`.repeat(32_000),
    TAKEN,
  );
  content('a file of exactly the limit', 'x'.repeat(FILE_LIMIT), TAKEN);
  content('a file of a byte more than the limit', 'x'.repeat(FILE_LIMIT + 1), TOO_LARGE);
  content('HTML in the file', '<html><script>alert(1)</script>', FILE_TYPE);

  // Floods around the parts
  const filler = (size: number) => `${'preamble '.repeat(size / 9)}${CRLF}`;
  body('a preamble of 900 kB', bytes(filler(900_000), good), TAKEN);
  body('an epilogue of 900 kB', bytes(good, filler(900_000)), TAKEN);
  body('a preamble of 900 kB and nothing else', bytes(filler(900_000)), MALFORMED);
  body('a preamble beyond the limit', bytes(filler(1_200_000), good), TOO_LARGE);
  chunks(
    'a preamble beyond the limit, in chunks',
    chunkedOf(bytes(filler(1_200_000), good), 9000),
    TOO_LARGE,
  );
  chunks(
    'an epilogue beyond the limit, in chunks',
    chunkedOf(bytes(good, filler(1_200_000)), 9000),
    TOO_LARGE,
  );
  chunks(
    'a file beyond the limit, in chunks',
    chunkedOf(whole(metadata, named('name="file"', 'x'.repeat(1_200_000))), 9000),
    TOO_LARGE,
  );
  return table;
}
