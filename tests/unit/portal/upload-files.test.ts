import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { isAccepted, mayBeAccepted } from '../../../components/documents/accepted-bytes';
import { defaultTitle } from '../../../components/documents/default-title';
import { fileDigest } from '../../../components/documents/file-digest';
import { isCut } from '../../../components/documents/pdf-end';
import { rejectFiles } from '../../../components/documents/reject-files';
import { sendFile } from '../../../components/documents/send-file';
import { typeOfName, unsupportedFile } from '../../../components/documents/unsupported-file';
import { CANCELED } from '../../../components/documents/upload-queue';
import { shownError } from '../../../components/ui/error-message';
import { fileUploadInput } from '../../../server/domain/documents/upload-contract';
import { MEDIA_TYPES } from '../../../server/media-types';
import { settle } from './upload-world';

describe('PDF file', () => {
  it.each([
    ['complete', '%PDF-1.7 … %%EOF\n', false],
    ['with a comment after its end', `%PDF-1.7 … %%EOF\n%${'x'.repeat(1500)}`, false],
    ['cut off', '%PDF-1.7 …', true],
    ['cut off after an earlier end', `%PDF-1.7 %%EOF ${'x'.repeat(2100)}`, true],
    ['that is no PDF', 'Text', false],
  ])('%s', async (_what, content, cut) => {
    expect(await isCut(new File([content], 'a.pdf'))).toBe(cut);
  });
});

describe('invalid file', () => {
  it('gets a message with cause and solution, while the others are sent', async () => {
    const large = Object.defineProperty(new File(['II*\0'], 'scan.tiff'), 'size', {
      value: 61 * 1024 * 1024,
    });
    const { accepted, sentences } = await rejectFiles(
      [
        new File([], 'empty.pdf'),
        new File(['%PDF-'], 'good.pdf'),
        large,
        new File(['MZ\x90\0'], 'invoice\u202Efdp.exe'),
        new File(['Dear colleague'], 'letter.doc'),
        new File(['MZ\x90\0'], 'setup.exe'),
        new File(['MZ\x90\0'], 'letter.docx'),
        new File(['MZ\x90\0'], 'scan.PDF'),
      ],
      50 * 1024 * 1024,
    );
    expect(accepted.map(({ name }) => name)).toEqual(['good.pdf', 'letter.doc']);
    expect(sentences).toEqual([
      'empty.pdf is empty. Choose another file.',
      'scan.tiff is 61 MB. The limit is 50 MB. Split it or lower the resolution.',
      'letter.docx is not a readable DOCX file. Save it again as DOCX or PDF.',
      'scan.PDF is not a readable PDF file. Save it again as PDF.',
      // Once, although two are of another type.
      expect.stringMatching(/^invoicefdp\.exe and setup\.exe: Unsupported file type\. Use PDF, /),
    ]);
  });

  it('names the password of a protected DOCX, before the upload', async () => {
    const compound = (stream: string) => {
      // MS-CFB: the header, one other sector and the directory.
      const bytes = Buffer.alloc(3 * 512);
      bytes.write('d0cf11e0a1b11ae1', 'hex');
      bytes.writeUInt16LE(9, 30);
      bytes.writeUInt32LE(1, 48);
      bytes.write('Root Entry', 1024, 'utf16le');
      bytes.write(stream, 1024 + 128, 'utf16le');
      return bytes;
    };
    const { accepted, sentences } = await rejectFiles(
      [
        new File([compound('EncryptedPackage')], 'letter.docx'),
        new File([compound('WordDocument')], 'letter.doc'),
        new File([compound('EncryptedPackage')], 'slides.pptx'),
      ],
      1024 * 1024,
    );
    expect(sentences).toEqual(['letter.docx is protected by a password. Save it without one.']);
    // Of an extension that is not accepted, the server rejects the type.
    expect(accepted.map(({ name }) => name)).toEqual(['letter.doc', 'slides.pptx']);
  });

  it.each([
    ['dose.XLS', 'dose.XLS is an Excel 97–2003 workbook. Save it as XLSX or PDF.'],
    ['ward.pptx', 'ward.pptx is a PowerPoint file. Save it as PDF.'],
    ['scans.zip', 'scans.zip is an archive. Unpack it and add its files.'],
    ['letter.doc', 'letter.doc is not a readable DOC file. Save it again as DOC or PDF.'],
    ['letter.rtf', 'letter.rtf is not a readable RTF file. Save it again as RTF or PDF.'],
    ['film.mpg', shownError({ code: 'unsupported_file_type' }).sentence],
  ])('%s gets the way to file its content', (name, sentence) => {
    expect(unsupportedFile(name).replaceAll(/[\u2066-\u2069]/g, '')).toBe(sentence);
  });

  it('has an extension for every type of the server', () => {
    for (const { endings } of Object.values(MEDIA_TYPES))
      for (const ending of endings) expect(typeOfName(`a.${ending}`), ending).toBeDefined();
  });

  it.each([
    ['a program', 'MZ\x90\0\x03\0', false],
    ['a program of Linux', '\x7fELF\x02\x01\x01\0', false],
    ['a letter of an old Word', '\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1\0\0', true],
    ['an image of a scanner', `${'\0'.repeat(128)}DICM\x02\0`, true],
    ['a film', '\0\0\x01\xba', false],
    ['a picture of a phone', '\0\0\0\x18ftypheic\0\0', true],
    ['text', 'MZ twins, follow-up', true],
  ])('%s is recognized by its first bytes', (_what, bytes, taken) => {
    expect(mayBeAccepted(Uint8Array.from(bytes, (one) => one.charCodeAt(0)))).toBe(taken);
  });

  it('is sent when it cannot be read here, and the upload shows the reason', async () => {
    const gone = { slice: () => ({ arrayBuffer: () => Promise.reject(new Error('gone')) }) };
    expect(await isAccepted(gone as unknown as Blob)).toBe(true);
  });
});

describe('title from a file name', () => {
  it.each([
    ['Letter of the ward.pdf', 'Letter of the ward'],
    [`${'a'.repeat(255)}.pdf`, 'a'.repeat(200)],
    [`${'a'.repeat(199)}😀.pdf`, 'a'.repeat(199)],
    ['two\nlines\u2028.pdf', 'twolines'],
    ['invoice\u202Efdp.exe', 'invoicefdp'],
    ['.pdf', '.pdf'],
    ['\u0007', 'Document'],
    ['../../etc/passwd', '../../etc/passwd'],
    ['مرحبا.pdf', 'مرحبا'],
  ])('%j is valid for the server', (name, title) => {
    expect(defaultTitle(name)).toBe(title);
    const filing = { id: 'upl_1', patient_id: 'pat_01k00000000000000000000000', category: 'other', title };
    expect(fileUploadInput.safeParse(filing).success).toBe(true);
  });
});

describe('failed upload', () => {
  let request: FakeRequest;
  class FakeRequest {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    sent: FormData[] = [];
    open() {}
    setRequestHeader() {}
    abort() {}
    send(form: FormData) {
      this.sent.push(form);
    }
    constructor() {
      // oxlint-disable-next-line typescript/no-this-alias -- what the browser would answer is given by the test
      request = this;
    }
  }
  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    vi.stubGlobal('document', { getElementById: () => null });
  });
  afterEach(() => void vi.unstubAllGlobals());

  const to = (sha256: Promise<string | null> = Promise.resolve(null)) => ({ patientId: 'pat_1', sha256 });
  const sentence = (done: Promise<unknown>) =>
    done.then(
      () => 'taken',
      (thrown: unknown) => shownError(thrown).sentence,
    );

  it.each([
    [413, '<h1>413</h1>', /too large\. Split it/],
    [502, '<h1>Bad gateway</h1>', /The service is unavailable/],
    [503, '', /The service is unavailable/],
    [500, '<h1>Oops</h1>', /failed on our side/],
    [413, '{"code":"payload_too_large","max_bytes":1048576}', /too large\. The limit is 1\.0 MB/],
    [415, '{"code":"unsupported_file_type"}', /supported file type\. Use PDF/],
    [422, '{"code":"checksum_mismatch"}', /^The file changed during the upload\. Upload it again\.$/],
  ])('shows the reason, also from a proxy: %i %s', async (status, body, words) => {
    const { done } = sendFile(new File(['a'], 'a.txt'), to(), () => {});
    Object.assign(request, { status, responseText: body });
    request.onload();
    expect(await sentence(done)).toMatch(words);
  });

  it('distinguishes a file changed on disk from a lost connection', async () => {
    const there = sendFile(new File(['a'], 'a.txt'), to(), () => {});
    request.onerror();
    expect(await sentence(there.done)).toMatch(/could not be reached/);
    const gone = Object.assign(new File(['a'], 'a.txt'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    const lost = sendFile(gone, to(), () => {});
    request.onerror();
    expect(await sentence(lost.done)).toMatch(/changed, moved or deleted .* Choose it again/);
    const unread = sendFile(gone, to(Promise.reject(new DOMException('gone', 'NotReadableError'))), () => {});
    expect(await sentence(unread.done)).toMatch(/changed, moved or deleted .* Choose it again/);
    expect(request.sent).toEqual([]);
  });

  it('sends the checksum, and nothing when canceled before it was computed', async () => {
    const sha256 = await fileDigest(new File(['abc'], 'abc.txt'));
    // FIPS 180-4, the one-block example.
    expect(sha256).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
    sendFile(new File(['abc'], 'abc.txt'), to(Promise.resolve(sha256)), () => {});
    await settle();
    expect(request.sent.map((form) => JSON.parse(form.get('metadata') as string) as unknown)).toEqual([
      { patient_id: 'pat_1', sha256 },
    ]);
    let report: (digest: string) => void = () => {};
    const late = sendFile(
      new File(['a'], 'a.txt'),
      to(new Promise((resolve) => (report = resolve))),
      () => {},
    );
    late.cancel();
    report('f'.repeat(64));
    await expect(late.done).rejects.toBe(CANCELED);
    await settle();
    expect(request.sent).toEqual([]);
  });

  it('has no checksum where the browser computes none', async () => {
    vi.stubGlobal('crypto', {});
    expect(await fileDigest(new File(['abc'], 'abc.txt'))).toBeNull();
  });
});
