import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBeAccepted } from '../../../components/documents/accepted-bytes';
import { detectContentType as detectOnServer } from '../../../server/domain/documents/detect-content-type';
import type { Sender } from '../../../server/domain/documents/html-text';
import { contradicts } from '../../../server/media-types';
import { HEAD_BYTES } from '../../../server/storage/storage';
import { fixtures, type Fixture } from '../../support/fixtures';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'detect-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the server accepts, the page must offer to send. */
async function detectContentType(file: { path: string; head: Buffer }, sender?: Sender) {
  const found = await detectOnServer(file, sender);
  expect(found === null || mayBeAccepted(file.head), file.path).toBe(true);
  return found;
}

async function detect(content: string | Buffer, sender?: Sender) {
  const file = path.join(folder, 'file');
  const bytes = Buffer.from(content);
  await writeFile(file, bytes);
  return detectContentType({ path: file, head: bytes.subarray(0, HEAD_BYTES) }, sender);
}

const typeOf = async (content: string | Buffer, sender?: Sender) =>
  (await detect(content, sender))?.contentType ?? null;

const fixture = (name: string) =>
  readFile(path.resolve(import.meta.dirname, '../../fixtures/documents', name));
const utf16be = (text: string) => Buffer.from(text, 'utf16le').swap16();
const sampleType = async (sample: Fixture) =>
  (await detectContentType({ path: sample.path, head: sample.bytes.subarray(0, HEAD_BYTES) }))?.contentType ??
  null;

describe('text detection', () => {
  it.each([
    ['ASCII', 'Potassium 4.1 mmol/L\r\n\fpage two\ttab', 'text/plain; charset=utf-8'],
    ['UTF-8', 'Größe 1,80 m – 日本', 'text/plain; charset=utf-8'],
    ['UTF-8 with a byte order mark', '\uFEFFnote', 'text/plain; charset=utf-8'],
    ['ISO 8859-1', Buffer.from('Größe', 'latin1'), 'text/plain; charset=windows-1252'],
    [
      'UTF-16 of a Windows editor',
      Buffer.from('\uFEFFGröße 1,80 m\r\n😀', 'utf16le'),
      'text/plain; charset=utf-16',
    ],
    ['UTF-16 with the high byte first', utf16be('\uFEFFGröße 1,80 m'), 'text/plain; charset=utf-16'],
    ['UTF-16 without a byte order mark', Buffer.from('Größe', 'utf16le'), null],
    ['UTF-16 with half a character', Buffer.from('\uFEFFab', 'utf16le').subarray(0, 5), null],
    ['UTF-16 with half of a surrogate pair', Buffer.from('\uFEFFa\uD83Db', 'utf16le'), null],
    ['UTF-16 with a control character', Buffer.from('\uFEFFa\u0001', 'utf16le'), null],
    ['UTF-32', Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0]), null],
    ['a script in UTF-16', Buffer.from('\uFEFF#!/bin/sh', 'utf16le'), null],
    ['words that begin like a bitmap', 'BMI 23 kg/m2', 'text/plain; charset=utf-8'],
    ['words that begin like an executable', 'MZ twins, follow-up', 'text/plain; charset=utf-8'],
    ['a sign in the middle', 'a < b and c > d', 'text/plain; charset=utf-8'],
    ['NUL inside', 'note\0note', null],
    ['escape sequences', 'note \x1b[2J', null],
    ['bytes of no charset', Buffer.from([0x41, 0x81, 0x8d, 0x41]), null],
    ['a shell script', '#!/bin/sh\necho', null],
    ['PostScript', '%!PS-Adobe-3.0\n', null],
    ['a PDF behind a line of text', 'hello\n%PDF-1.7\n', null],
  ])('%s', async (_name, content, expected) => {
    expect(await typeOf(content)).toBe(expected);
  });

  it('reads the whole file: a late NUL makes it binary', async () => {
    expect(await typeOf(Buffer.concat([Buffer.alloc(700_000, 'a '), Buffer.from([0])]))).toBeNull();
    expect(await typeOf(Buffer.concat([Buffer.alloc(700_000, 'a '), Buffer.from('ä', 'latin1')]))).toBe(
      'text/plain; charset=windows-1252',
    );
  });

  it('handles a character across two chunks', async () => {
    expect(await typeOf('a' + '€'.repeat(200_000))).toBe('text/plain; charset=utf-8');
  });
});

describe('markup detection', () => {
  const cda = '<ClinicalDocument xmlns="urn:hl7-org:v3"><title>x</title></ClinicalDocument>';
  it.each([
    ['CDA', cda, 'application/xml'],
    [
      'CDA behind declaration, style sheet and comment',
      `<?xml version="1.0"?>\n<?xml-stylesheet href="a.xsl"?><!-- <html> -->\n${cda}`,
      'application/xml',
    ],
    ['CDA with a prefix', '<cda:ClinicalDocument xmlns:cda="urn:hl7-org:v3"/>', 'application/xml'],
    ['CDA in UTF-16', Buffer.from(`\uFEFF${cda}`, 'utf16le'), 'application/xml'],
    [
      'CDA with a document type',
      `<!DOCTYPE ClinicalDocument [<!ENTITY x SYSTEM "file:///etc/passwd">]>${cda}`,
      null,
    ],
    ['the name without the namespace', '<ClinicalDocument/>', null],
    ['the namespace under another root', '<section xmlns="urn:hl7-org:v3"/>', null],
    ['HTML', '<!doctype html><p>', null],
    ['HTML without a head', '\n  <script>alert(1)</script>', null],
    ['SVG', '<svg xmlns="http://www.w3.org/2000/svg" onload="alert(1)"/>', null],
    ['SVG in UTF-16', Buffer.from('\uFEFF<svg/>', 'utf16le'), null],
    ['XHTML behind a comment', `<!--${'x'.repeat(3000)}--><html/>`, null],
    ['a comment that never ends', '<!-- ', null],
  ])('%s', async (_name, content, expected) => {
    expect(await typeOf(content)).toBe(expected);
  });
});

describe('HTML detection', () => {
  const page = '<!DOCTYPE html>\n<html><body><p>Größe</p></body></html>';
  const named: Sender = { fileName: 'letter.html' };
  it.each<[string, string | Buffer, Sender, string | null]>([
    ['declared', page, { declaredType: 'text/html', fileName: 'letter' }, 'text/html; charset=utf-8'],
    ['named', page, named, 'text/html; charset=utf-8'],
    ['named in capitals', page, { fileName: 'LETTER.HTM' }, 'text/html; charset=utf-8'],
    ['called XML', page, { declaredType: 'text/xml', fileName: 'letter.xml' }, null],
    ['called a picture', page, { declaredType: 'image/jpeg', fileName: 'letter.jpg' }, null],
    [
      'of an older kind',
      '<!doctype HTML PUBLIC "-//W3C//DTD HTML 4.01//EN" "x"><HTML>',
      named,
      'text/html; charset=utf-8',
    ],
    [
      'behind a mark, blanks and comments',
      '\uFEFF\n <!-- a --> <!-- b -->\n<html lang="de">',
      named,
      'text/html; charset=utf-8',
    ],
    ['in UTF-16', Buffer.from(`\uFEFF${page}`, 'utf16le'), named, 'text/html; charset=utf-16'],
    ['in a charset that only the page can name', Buffer.from(page, 'latin1'), named, 'text/html'],
    ['without a beginning', '<p>text</p>', named, null],
    ['that is a fragment with a script', '<script>1</script><html>', named, null],
    ['that is SVG', '<!doctype svg><svg onload="1"/>', named, null],
    ['that is XHTML', '<?xml version="1.0"?><html xmlns="http://www.w3.org/1999/xhtml"/>', named, null],
    [
      'with entities',
      '<!DOCTYPE html [<!ENTITY x SYSTEM "file:///etc/passwd">]><html>&x;</html>',
      named,
      null,
    ],
    ['with an element that only begins like html', '<htmlx>', named, null],
    ['behind a comment without an end', '<!-- <html>', named, null],
    ['with a PDF inside', '<html>\n%PDF-1.7\n', named, null],
    ['with a ZIP behind it', Buffer.from('<html>PK\x03\x04\x14\0\0\0', 'latin1'), named, null],
    ['with a NUL', '<html>\0', named, null],
    ['behind the head of a GIF', 'GIF89a\0<html>', { declaredType: 'text/html' }, 'image/gif'],
    [
      'behind the head of a JPEG',
      Buffer.from('\xff\xd8\xff\xe0\0\x10JFIF<html>', 'latin1'),
      named,
      'image/jpeg',
    ],
    ['behind the head of a PDF', '%PDF-1.7<html>', named, 'application/pdf'],
    ['behind a line of text', 'A letter.\n<html>', named, 'text/plain; charset=utf-8'],
  ])('%s', async (_name, content, sender, expected) => {
    expect(await typeOf(content, sender)).toBe(expected);
    if (expected?.startsWith('text/html')) expect(await typeOf(content)).toBeNull();
  });
});

describe('stored formats for other programs', () => {
  it.each([
    ['letter.doc', 'application/msword'],
    ['letter.odt', 'application/vnd.oasis.opendocument.text'],
    ['image.dcm', 'application/dicom'],
  ])('%s', async (name, type) => {
    expect(await detect(await fixture(name))).toEqual({
      type,
      contentType: type,
      encrypted: false,
      lacksEnd: false,
    });
  });

  it('encrypted Word documents are marked', async () => {
    const bytes = await fixture('letter.doc');
    const document = bytes.indexOf(Buffer.from('eca5', 'hex'), 512);
    bytes[document + 11] = bytes[document + 11]! | 0x01;
    expect(await detect(bytes)).toMatchObject({ type: 'application/msword', encrypted: true });
  });

  it.each<[string, (bytes: Buffer) => Buffer]>([
    ['another compound file, such as XLS or MSI', (bytes) => renamed(bytes, 'WordDocument', 'Workbook    ')],
    [
      'with another stream under the name',
      (bytes) => ((bytes[bytes.indexOf(Buffer.from('eca5', 'hex'), 512)] = 0), bytes),
    ],
    ['cut off', (bytes) => bytes.subarray(0, 600)],
    ['with the head alone', (bytes) => bytes.subarray(0, 8)],
    ['whose directory is a circle', (bytes) => circular(renamed(bytes, 'WordDocument', 'Workbook    '))],
  ])('rejects a compound file %s', async (_name, change) => {
    expect(await typeOf(change(await fixture('letter.doc')))).toBeNull();
  });

  it.each<[string, string]>([
    ['HTML', '<html><script>1</script>'],
    ['a program', 'MZ\x90'],
    ['a PDF', '%PDF-1.7\n'],
    ['a ZIP', 'PK\x03\x04'],
  ])('rejects DICOM with %s in its preamble', async (_name, begins) => {
    const bytes = await fixture('image.dcm');
    bytes.write(begins, 0, 'latin1');
    expect(await typeOf(bytes, { fileName: 'a.html', declaredType: 'text/html' })).toBeNull();
  });

  it('accepts DICOM with a TIFF header, and none without its group 0002', async () => {
    const bytes = await fixture('image.dcm');
    bytes.write('II*\0', 0, 'latin1');
    expect(await typeOf(bytes)).toBe('application/dicom');
    bytes[132] = 8;
    expect(await typeOf(bytes)).toBeNull();
    expect(await typeOf(bytes.subarray(0, 132))).toBeNull();
  });

  function renamed(bytes: Buffer, from: string, to: string): Buffer {
    bytes.write(to, bytes.indexOf(Buffer.from(from, 'utf16le')), 'utf16le');
    return bytes;
  }
  function circular(bytes: Buffer): Buffer {
    const sector = bytes.readUInt32LE(48);
    bytes.writeUInt32LE(sector, 512 * (bytes.readUInt32LE(76) + 1) + sector * 4);
    return bytes;
  }
});

describe('binary detection', () => {
  it.each([
    ['PDF', '%PDF-1.7\n', 'application/pdf'],
    ['RTF', '{\\rtf1 x}', 'application/rtf'],
    [
      'DICOM behind a TIFF head',
      Buffer.concat([Buffer.from('II*\0'), Buffer.alloc(124), Buffer.from('DICM')]),
      null,
    ],
    ['an executable', Buffer.from('MZ\x90\0\x03\0\0\0', 'latin1'), null],
    ['ELF', Buffer.from('\x7fELF\x02\x01\x01\0', 'latin1'), null],
    ['random', Buffer.from([0, 1, 2, 3, 4, 5, 6, 7]), null],
  ])('%s', async (_name, content, expected) => {
    expect(await typeOf(content)).toBe(expected);
  });

  it('finds the encryption entry across two chunks, and not similar ones', async () => {
    const at = 256 * 1024 - 5;
    const pdf = (entry: string) =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(at - 9, ' '), Buffer.from(entry)]);
    expect(await detect(pdf('/Encrypt 12 0 R'))).toMatchObject({ encrypted: true });
    expect(await detect(pdf('/Encrypt<</Filter/Standard>>'))).toMatchObject({ encrypted: true });
    expect(await detect(pdf('/EncryptMetadata true'))).toMatchObject({ encrypted: false });
  });
});

describe('declared type', () => {
  it.each([
    ['application/octet-stream', 'application/pdf', false],
    [null, 'application/pdf', false],
    ['application/pdf', 'application/pdf', false],
    ['text/plain', 'application/pdf', true],
    ['image/jpeg', 'image/png', true],
    ['image/jpg', 'image/jpeg', false],
    ['application/zip', 'application/vnd.openxmlformats-officedocument.wordprocessingml.document', false],
    ['application/msword', 'application/rtf', false],
    ['text/html', 'text/plain', true],
    ['text/plain', 'text/html', true],
    ['image/jpeg', 'text/html', true],
    ['application/zip', 'application/vnd.oasis.opendocument.text', false],
    ['image/dicom', 'application/dicom', false],
    ['application/x-cfb', 'application/msword', false],
    ['text/csv; charset=utf-8', 'text/plain', false],
    ['text/xml', 'application/xml', false],
    ['application/hl7-v3+xml', 'application/xml', false],
  ] as const)('%s for %s: contradicts = %s', (declared, actual, expected) => {
    expect(contradicts(declared, actual)).toBe(expected);
  });
});

describe('sample files', () => {
  const wholes: [string, RegExp][] = [
    ['documents/pdf', /^application\/pdf$/],
    ['documents/text', /^text\/plain; charset=utf-8$/],
    ['documents/ccda', /^application\/xml$/],
    ['documents/dicom', /^application\/dicom$/],
    ['hostile-files/pdf', /^(application\/pdf|text\/plain; charset=windows-1252)$/],
  ];
  it.each(wholes)('are all accepted from %s', async (name, expected) => {
    for (const sample of fixtures(name)) expect(await sampleType(sample), sample.name).toMatch(expected);
  });

  it.each(['documents/ccda-sections', 'hostile-files/archive', 'hostile-files/html', 'hostile-files/svg'])(
    'are all rejected from %s',
    async (name) => {
      for (const sample of fixtures(name)) expect(await sampleType(sample), sample.name).toBeNull();
    },
  );

  it.each([
    [
      'documents/images',
      {
        png: 'image/png',
        apng: 'image/png',
        gif: 'image/gif',
        heic: 'image/heif',
        tif: 'image/tiff',
        tiff: 'image/tiff',
        jpg: 'image/jpeg',
        webp: 'image/webp',
      },
    ],
    [
      'documents/office',
      {
        docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
        xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
        odt: 'application/vnd.oasis.opendocument.text',
        rtf: 'application/rtf',
      },
    ],
  ])('are accepted from %s as listed', async (name, expected: Record<string, string>) => {
    for (const sample of fixtures(name))
      expect(await sampleType(sample), sample.name).toBe(expected[sample.name.split('.').at(-1)!] ?? null);
  });

  it('are not misdetected by name', async () => {
    const found = Object.fromEntries(
      await Promise.all(
        fixtures('hostile-files/wrong-extension').map(async (sample) => [
          sample.name,
          await sampleType(sample),
        ]),
      ),
    );
    expect(found).toMatchObject({
      'dcm_named_jpg.jpg': 'application/dicom',
      'gif_named_png.png': 'image/gif',
      'jpg_named_pdf.pdf': 'image/jpeg',
      'pdf_named_jpg.jpg': 'application/pdf',
      'xml_named_pdf.pdf': 'application/xml',
      'half_a_file.pdf': 'application/pdf',
    });
  });

  it('give polyglots the type of their first bytes, and documents with entities none', async () => {
    const found = Object.fromEntries(
      await Promise.all(
        [...fixtures('hostile-files/polyglot'), ...fixtures('hostile-files/xml')].map(async (sample) => [
          sample.name,
          await sampleType(sample),
        ]),
      ),
    );
    expect(found).toEqual({
      'gif_then_html.gif': 'image/gif',
      'jpg_then_pdf.jpg': 'image/jpeg',
      'pdf_then_zip.pdf': 'application/pdf',
      'Classic_XXE_-_etc_passwd.xml': null,
      'Classic_XXE_B64_Encoded.xml': null,
      'ccda_cut.xml': 'application/xml',
      'ccda_utf16.xml': 'application/xml',
    });
  });

  it('mark encrypted PDFs', async () => {
    const marked = [];
    for (const sample of [...fixtures('hostile-files/pdf'), ...fixtures('documents/pdf')]) {
      const found = await detectContentType({
        path: sample.path,
        head: sample.bytes.subarray(0, HEAD_BYTES),
      });
      if (found?.encrypted) marked.push(sample.name);
    }
    expect(marked.sort()).toEqual(
      [
        'auth-event-ef-open',
        'bug1782186',
        'encrypted-attachment',
        'issue15893_reduced',
        'issue17215',
        'issue3371',
        'issue6010_2',
        'issue7665',
        'pr6531_2',
        'secHandler',
      ]
        .map((name) => `${name}.pdf`)
        .sort(),
    );
  });
});
