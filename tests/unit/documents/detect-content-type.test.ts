import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mayBeAccepted } from '../../../components/documents/accepted-bytes';
import { detectContentType as detectOnServer } from '../../../server/domain/documents/detect-content-type';
import { contradicts } from '../../../server/domain/documents/media-types';
import { HEAD_BYTES } from '../../../server/storage/storage';
import { hasCorpus, samples, type Sample } from './corpus';

let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'detect-'));
});
afterAll(() => rm(folder, { recursive: true }));

/** What the server takes, the page sends. */
async function detectContentType(file: { path: string; head: Buffer }) {
  const found = await detectOnServer(file);
  expect(found === null || mayBeAccepted(file.head), file.path).toBe(true);
  return found;
}

async function detect(content: string | Buffer) {
  const file = path.join(folder, 'file');
  const bytes = Buffer.from(content);
  await writeFile(file, bytes);
  return detectContentType({ path: file, head: bytes.subarray(0, HEAD_BYTES) });
}

const typeOf = async (content: string | Buffer) => (await detect(content))?.contentType ?? null;
const sampleType = async (sample: Sample) =>
  (await detectContentType({ path: sample.path, head: sample.bytes.subarray(0, HEAD_BYTES) }))?.contentType ??
  null;

describe('text', () => {
  it.each([
    ['ASCII', 'Potassium 4.1 mmol/L\r\n\fpage two\ttab', 'text/plain; charset=utf-8'],
    ['UTF-8', 'Größe 1,80 m – 日本', 'text/plain; charset=utf-8'],
    ['UTF-8 with a byte order mark', '\uFEFFnote', 'text/plain; charset=utf-8'],
    ['ISO 8859-1', Buffer.from('Größe', 'latin1'), 'text/plain; charset=windows-1252'],
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

  it('reads the whole file: a NUL far behind the first bytes makes it no text', async () => {
    expect(await typeOf(Buffer.concat([Buffer.alloc(700_000, 'a '), Buffer.from([0])]))).toBeNull();
    expect(await typeOf(Buffer.concat([Buffer.alloc(700_000, 'a '), Buffer.from('ä', 'latin1')]))).toBe(
      'text/plain; charset=windows-1252',
    );
  });

  it('does not break a character that lies across two pieces', async () => {
    expect(await typeOf('a' + '€'.repeat(200_000))).toBe('text/plain; charset=utf-8');
  });
});

describe('markup', () => {
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

describe('binary', () => {
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

  it('sees the encryption entry also across two pieces, and not its neighbours', async () => {
    const at = 256 * 1024 - 5;
    const pdf = (entry: string) =>
      Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(at - 9, ' '), Buffer.from(entry)]);
    expect(await detect(pdf('/Encrypt 12 0 R'))).toMatchObject({ encrypted: true });
    expect(await detect(pdf('/Encrypt<</Filter/Standard>>'))).toMatchObject({ encrypted: true });
    expect(await detect(pdf('/EncryptMetadata true'))).toMatchObject({ encrypted: false });
  });
});

describe('declared types', () => {
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
    ['text/csv; charset=utf-8', 'text/plain', false],
    ['text/xml', 'application/xml', false],
    ['application/hl7-v3+xml', 'application/xml', false],
  ] as const)('%s for %s: contradicts = %s', (declared, actual, expected) => {
    expect(contradicts(declared, actual)).toBe(expected);
  });
});

describe.skipIf(!hasCorpus)('sample files', () => {
  const wholes: [string, RegExp][] = [
    ['documents/pdf', /^application\/pdf$/],
    ['documents/text', /^text\/plain; charset=utf-8$/],
    ['documents/ccda', /^application\/xml$/],
    ['nasty/pdf', /^(application\/pdf|text\/plain; charset=windows-1252)$/],
  ];
  // A fragment: its root is a section.
  const notWhole = 'hl7_Quality_Care_Compliance_in_C-CDA_Quality_Care_Compliance_in_C-CDA_C-CDAR2.1_.xml';
  it.each(wholes)('takes all of %s', async (name, expected) => {
    for (const sample of samples(name).filter((file) => file.name !== notWhole))
      expect(await sampleType(sample), sample.name).toMatch(expected);
  });

  it.each([
    'documents/ccda-sections',
    'documents/dicom',
    'nasty/dicom',
    'nasty/archive',
    'nasty/html',
    'nasty/svg',
  ])('takes none of %s', async (name) => {
    for (const sample of samples(name)) expect(await sampleType(sample), sample.name).toBeNull();
  });

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
        rtf: 'application/rtf',
      },
    ],
  ])('takes of %s what the list names', async (name, expected: Record<string, string>) => {
    for (const sample of samples(name))
      expect(await sampleType(sample), sample.name).toBe(expected[sample.name.split('.').at(-1)!] ?? null);
  });

  it('is not misled by the name', async () => {
    const found = Object.fromEntries(
      await Promise.all(
        samples('nasty/wrong-extension').map(async (sample) => [sample.name, await sampleType(sample)]),
      ),
    );
    expect(found).toMatchObject({
      'dcm_named_jpg.jpg': null,
      'gif_named_png.png': 'image/gif',
      'jpg_named_pdf.pdf': 'image/jpeg',
      'pdf_named_jpg.jpg': 'application/pdf',
      'xml_named_pdf.pdf': 'application/xml',
      'half_a_file.pdf': 'application/pdf',
    });
  });

  it('gives polyglots the type of their first bytes, and documents with entities none', async () => {
    const found = Object.fromEntries(
      await Promise.all(
        [...samples('nasty/polyglot'), ...samples('nasty/xml')].map(async (sample) => [
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

  it('marks the PDFs that are encrypted', async () => {
    const marked = [];
    for (const sample of [...samples('nasty/pdf'), ...samples('documents/pdf')]) {
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
        'pr6531_1',
        'pr6531_2',
        'secHandler',
      ]
        .map((name) => `${name}.pdf`)
        .sort(),
    );
  });
});
