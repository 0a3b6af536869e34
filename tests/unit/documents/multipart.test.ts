import { createHash, randomBytes } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { fixtures } from '../../support/fixtures';
import { sendTo, uploadFixture } from './multipart-fixture';
import {
  BOUNDARY,
  end,
  head,
  metadataPart,
  multipartType,
  part,
  request,
  sendRaw,
  startUploads,
  upload,
} from './multipart-server';

const uploads = uploadFixture();
const send = sendTo(uploads);
const last = () => uploads.server.uploads.at(-1)!;

describe('valid multipart body', () => {
  it.each([0, 1, 65_535, 65_536, 900_000])('of %d bytes arrives unchanged', async (size) => {
    const bytes = randomBytes(size);
    const answer = await send(request(upload(bytes)));
    expect(answer.status).toBe(201);
    expect(answer.text).toContain(createHash('sha256').update(bytes).digest('hex'));
    expect(last()).toMatchObject({
      metadata: { a: 1 },
      fileName: 'a.txt',
      declaredType: null,
      staged: { size },
    });
  });

  it('arrives in single bytes, with a preamble, an epilogue and chunked', async () => {
    const body = Buffer.concat([
      Buffer.from('preamble\r\n'),
      upload('hello \r\n--test-boundar'),
      Buffer.from('epilogue'),
    ]);
    const chunks = [
      head({ 'Content-Type': multipartType(), 'Transfer-Encoding': 'chunked' }),
      ...[...body].map((byte) =>
        Buffer.concat([Buffer.from('1\r\n'), Buffer.from([byte]), Buffer.from('\r\n')]),
      ),
      '0\r\n\r\n',
    ];
    expect((await sendRaw(uploads.server.port, chunks)).status).toBe(201);
    expect(last().staged.head.toString()).toBe('hello \r\n--test-boundar');
  });

  it('may name its parts in any case, with or without types', async () => {
    const body = Buffer.concat([
      part('NAME=metadata', '{}', 'CONTENT-type: application/json; charset=utf-8\r\n'),
      part('name="file"; filename="x.pdf"', '%PDF', 'content-TYPE: Application/PDF\r\n'),
      end(),
    ]);
    expect((await send(request(body))).status).toBe(201);
    expect(last()).toMatchObject({ declaredType: 'Application/PDF', fileName: 'x.pdf' });
  });

  it('may have a quoted boundary', async () => {
    const boundary = 'a b?c=1:2';
    const body = Buffer.concat([
      part('name="metadata"', '{}', '', boundary),
      part('name="file"', 'x', '', boundary),
      end(boundary),
    ]);
    const bytes = Buffer.concat([
      Buffer.from(
        head({
          'Content-Type': `multipart/form-data; boundary="${boundary}"`,
          'Content-Length': body.length,
        }),
      ),
      body,
    ]);
    expect((await send(bytes)).status).toBe(201);
    expect(last().fileName).toBeNull();
  });
});

describe('multipart file names', () => {
  it.each([
    ['filename="Größe – 日本.pdf"', 'Größe – 日本.pdf'],
    ['filename="C:\\scans\\a.pdf"', 'C:\\scans\\a.pdf'],
    ['filename="say \\"hi\\".pdf"', 'say "hi".pdf'],
    ['filename="say %22hi%22.pdf"', 'say "hi".pdf'],
    ['filename="a " < > b; c.pdf"', 'a " < > b; c.pdf'],
    ['filename="\u202Ecod.exe"', '\u202Ecod.exe'],
    ["filename*=UTF-8''Gr%C3%B6%C3%9Fe.pdf", 'Größe.pdf'],
    ['filename=""', null],
    [`filename="${'x'.repeat(5000)}.pdf"`, `${'x'.repeat(5000)}.pdf`],
  ])('%s', async (disposition, expected) => {
    expect((await send(request(upload('x', `name="file"; ${disposition}`)))).status).toBe(201);
    expect(last().fileName).toBe(expected);
  });

  it('are read as windows-1252 when they are not UTF-8', async () => {
    const body = Buffer.concat([
      metadataPart,
      Buffer.from(
        `--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"; filename="Gr\xf6\xdfe \x96 5 \x80.pdf"\r\n\r\nx\r\n--${BOUNDARY}--\r\n`,
        'latin1',
      ),
    ]);
    expect((await send(request(body))).status).toBe(201);
    expect(last().fileName).toBe('Größe – 5 €.pdf');
  });

  it.each([
    'filename="a\tb.pdf"',
    'filename="a\0b.pdf"',
    'filename="a%0D%0Ab.pdf"',
    'filename="a\x7fb.pdf"',
    "filename*=UTF-8''a%00b",
  ])('with control characters are rejected: %j', async (disposition) => {
    expect(await send(request(upload('x', `name="file"; ${disposition}`)))).toMatchObject({
      status: 422,
      json: { code: 'validation_failed', errors: [{ pointer: '/file' }] },
    });
  });
});

describe('invalid multipart body', () => {
  const parts = (...list: Buffer[]) => Buffer.concat([...list, end()]);
  const file = part('name="file"; filename="a.txt"', 'bytes');
  const cases: [string, Buffer | string, number, string, string?][] = [
    ['no bytes at all', '', 400, 'invalid_request'],
    ['only the closing boundary', end(), 422, 'validation_failed', '/metadata'],
    ['no file', parts(metadataPart), 422, 'validation_failed', '/file'],
    ['no metadata', parts(file), 422, 'validation_failed', '/metadata'],
    ['the file first', parts(file, metadataPart), 422, 'validation_failed', '/metadata'],
    ['two files', parts(metadataPart, file, file), 422, 'validation_failed'],
    ['metadata twice', parts(metadataPart, metadataPart, file), 422, 'validation_failed'],
    ['another part between', parts(metadataPart, part('name="other"', 'x'), file), 422, 'validation_failed'],
    ['another part behind', parts(metadataPart, file, part('name="other"', 'x')), 422, 'validation_failed'],
    [
      'metadata of 65 KiB',
      parts(part('name="metadata"', Buffer.alloc(65 * 1024 + 1, ' ')), file),
      422,
      'validation_failed',
      '/metadata',
    ],
    [
      'base64 as transfer encoding',
      parts(metadataPart, part('name="file"', 'eA==', 'Content-Transfer-Encoding: base64\r\n')),
      422,
      'validation_failed',
      '/file',
    ],
    ['no closing boundary', Buffer.concat([metadataPart, file]), 400, 'invalid_request'],
    ['cut inside the file', upload('x'.repeat(100_000)).subarray(0, 50_000), 400, 'invalid_request'],
    ['cut inside a header', upload('x').subarray(0, metadataPart.length + 40), 400, 'invalid_request'],
    ['cut inside the metadata', upload('x').subarray(0, metadataPart.length - 5), 400, 'invalid_request'],
    [
      'no disposition',
      parts(metadataPart, Buffer.from(`--${BOUNDARY}\r\nContent-Type: text/plain\r\n\r\nx\r\n`)),
      400,
      'invalid_request',
    ],
    ['no name', parts(metadataPart, part('filename="x"', 'x')), 400, 'invalid_request'],
    [
      'another disposition',
      Buffer.concat([
        metadataPart,
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: attachment; name="file"\r\n\r\nx\r\n`),
        end(),
      ]),
      400,
      'invalid_request',
    ],
    [
      'the disposition twice',
      parts(metadataPart, part('name="file"', 'x', 'Content-Disposition: form-data; name="file"\r\n')),
      400,
      'invalid_request',
    ],
    ['a name twice', parts(metadataPart, part('name="file"; name="metadata"', 'x')), 400, 'invalid_request'],
    ['an open quote', parts(metadataPart, part('name="file', 'x')), 400, 'invalid_request'],
    [
      'a bare line feed in the name',
      parts(metadataPart, part('name="file"; filename="a\nb"', 'x')),
      400,
      'invalid_request',
    ],
    [
      'a bare carriage return in the name',
      parts(metadataPart, part('name="file"; filename="a\rb"', 'x')),
      400,
      'invalid_request',
    ],
    [
      '__proto__ as header and nothing else',
      parts(metadataPart, Buffer.from(`--${BOUNDARY}\r\n__proto__: x\r\n\r\nx\r\n`)),
      400,
      'invalid_request',
    ],
    ['__proto__ as name', parts(metadataPart, part('name="__proto__"', 'x')), 422, 'validation_failed'],
    [
      'a header of 20 kB',
      parts(metadataPart, part(`name="file"; filename="${'x'.repeat(20_000)}"`, 'x')),
      400,
      'invalid_request',
    ],
    [
      'its disposition behind 100 headers',
      parts(
        metadataPart,
        Buffer.from(
          `--${BOUNDARY}\r\n${'A: b\r\n'.repeat(100)}Content-Disposition: form-data; name="file"\r\n\r\nx\r\n`,
        ),
      ),
      400,
      'invalid_request',
    ],
    [
      'a part whose headers never end',
      parts(metadataPart, Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="x"\r\n`), file),
      400,
      'invalid_request',
    ],
    [
      'parts without headers',
      parts(metadataPart, Buffer.from(`--${BOUNDARY}\r\n\r\nx\r\n`)),
      400,
      'invalid_request',
    ],
    [
      '10,000 parts',
      Buffer.concat([metadataPart, file, ...Array<Buffer>(10_000).fill(part('name="x"', '')), end()]),
      422,
      'validation_failed',
    ],
    [
      'the closing boundary at once, then parts',
      Buffer.concat([end(), metadataPart, file, end()]),
      422,
      'validation_failed',
      '/metadata',
    ],
    [
      'nested multipart',
      parts(
        metadataPart,
        part('name="files"', '--b\r\n\r\nx\r\n--b--', 'Content-Type: multipart/mixed; boundary=b\r\n'),
      ),
      422,
      'validation_failed',
    ],
  ];
  it.each(cases)('%s', async (_name, body, status, code, pointer) => {
    const answer = await send(request(body));
    expect(answer).toMatchObject({ status, json: { code } });
    if (pointer) expect(answer.json.errors).toMatchObject([{ pointer }]);
  });

  it.each([
    ['another media type', { 'Content-Type': 'application/json' }, 415],
    ['no boundary', { 'Content-Type': 'multipart/form-data' }, 400],
    ['an empty boundary', { 'Content-Type': 'multipart/form-data; boundary=' }, 400],
    ['compression', { 'Content-Encoding': 'gzip' }, 415],
  ])('%s', async (_name, headers, status) => {
    expect((await send(request(upload('x'), BOUNDARY, headers))).status).toBe(status);
  });

  it.each([71, 252])('with a boundary of %d characters is rejected', async (length) => {
    const boundary = 'x'.repeat(length);
    const body = Buffer.concat([
      part('name="metadata"', '{}', '', boundary),
      part('name="file"', 'x', '', boundary),
      end(boundary),
    ]);
    expect((await send(request(body, boundary))).status).toBe(400);
    expect((await send(request(body, boundary.slice(0, 70)))).status).toBe(400);
  });

  it('is rejected by its metadata before the file is read', async () => {
    const strict = await startUploads({
      check: () =>
        Promise.reject(
          Object.assign(new Error('no'), {
            isDomainError: true,
            code: 'patient_not_found',
            status: 422,
            extras: {},
          }),
        ),
    });
    const endless = (function* () {
      yield head({ 'Content-Type': multipartType(), 'Content-Length': 900_000 });
      yield Buffer.concat([
        metadataPart,
        Buffer.from(`--${BOUNDARY}\r\nContent-Disposition: form-data; name="file"\r\n\r\n`),
      ]);
      yield Buffer.alloc(100_000);
    })();
    expect(await sendRaw(strict.port, endless)).toMatchObject({
      status: 422,
      json: { code: 'patient_not_found' },
    });
    await strict.idle();
    expect([await strict.files(), strict.uploads, strict.faults]).toEqual([[], [], []]);
    await strict.close();
  });
});

describe('multipart bodies of other projects', () => {
  const boundaryOf = (body: Buffer) => body.toString('latin1').split(/\r?\n/, 1)[0]!.slice(2);

  it.each(fixtures('multipart/python-multipart').filter(({ name }) => name.endsWith('.http')))(
    'python-multipart $name: rejected for foreign parts',
    async ({ bytes }) => {
      const { status } = await send(request(bytes, boundaryOf(bytes)));
      expect([400, 422]).toContain(status);
    },
  );

  it.each(fixtures('multipart/formidable'))(
    'formidable $name: rejected for foreign parts',
    async ({ bytes }) => {
      const at = bytes.indexOf('\r\n\r\n');
      const body = bytes.subarray(at + 4);
      const type = /content-type: (.*)/i.exec(bytes.subarray(0, at).toString('latin1'))?.[1]?.trim();
      const { status } = await send(
        Buffer.concat([
          Buffer.from(head({ ...(type ? { 'Content-Type': type } : {}), 'Content-Length': body.length })),
          body,
        ]),
      );
      expect([400, 415, 422]).toContain(status);
    },
  );

  it.each(['almost_match_boundary.http', 'single_file.http'])(
    'python-multipart %s: arrives unchanged as our file',
    async (name) => {
      const sample = fixtures('multipart/python-multipart').find((file) => file.name === name)!;
      const boundary = boundaryOf(sample.bytes);
      const content = sample.bytes.subarray(
        sample.bytes.indexOf('\r\n\r\n') + 4,
        sample.bytes.lastIndexOf(`\r\n--${boundary}--`),
      );
      expect(
        (
          await send(
            request(Buffer.concat([part('name="metadata"', '{}', '', boundary), sample.bytes]), boundary),
          )
        ).status,
      ).toBe(201);
      expect(last().staged.head.equals(content)).toBe(true);
    },
  );

  it.each(
    fixtures('multipart/formidable').filter(
      ({ name }) => name.startsWith('special-chars') && !name.includes('line-separator'),
    ),
  )('formidable $name: file name is read', async ({ bytes }) => {
    const text = bytes
      .subarray(bytes.indexOf('\r\n\r\n') + 4)
      .toString('latin1')
      .replace('name="title"\r\n\r\nWeird filename', 'name="metadata"\r\n\r\n{}')
      .replace('name="upload"', 'name="file"');
    const body = Buffer.from(text, 'latin1');
    expect((await send(request(body, boundaryOf(body)))).status).toBe(201);
    expect(last().fileName).toMatch(
      /^(: \\)? \? % \* \| " < > \. (\?|&#9731;) ; ' @ # \$ \^ & \( \) - _ = \+ \{ \} \[ \] ` ~\.txt$/,
    );
  });
});
