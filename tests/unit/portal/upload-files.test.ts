import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { defaultTitle } from '../../../components/documents/default-title';
import { refusedFiles } from '../../../components/documents/refused-files';
import { sendFile } from '../../../components/documents/send-file';
import { shownError } from '../../../components/ui/error-message';
import { fileUploadInput } from '../../../server/domain/documents/upload-contract';

describe('what need not be sent', () => {
  it('has one sentence for each file, with the cause and what to do; the others are sent', () => {
    const { good, sentences } = refusedFiles(
      [
        { name: 'empty.pdf', size: 0 },
        { name: 'good.pdf', size: 5 },
        { name: 'scan.tiff', size: 61 * 1024 * 1024 },
      ],
      50 * 1024 * 1024,
    );
    expect(good.map(({ name }) => name)).toEqual(['good.pdf']);
    expect(sentences).toEqual([
      'empty.pdf is empty. Choose another file.',
      'scan.tiff is 61 MB. The limit is 50 MB. Split it or lower the resolution.',
    ]);
  });
});

describe('the title that a name gives', () => {
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
  ])('of %j is one that the server takes', (name, title) => {
    expect(defaultTitle(name)).toBe(title);
    const filing = { id: 'upl_1', patient_id: 'pat_01k00000000000000000000000', title };
    expect(fileUploadInput.safeParse(filing).success).toBe(true);
  });
});

describe('a file that was not taken', () => {
  let request: FakeRequest;
  class FakeRequest {
    upload = {};
    status = 0;
    responseText = '';
    onload = () => {};
    onerror = () => {};
    open() {}
    setRequestHeader() {}
    send() {}
    constructor() {
      // eslint-disable-next-line @typescript-eslint/no-this-alias -- what the browser would answer is given by the test
      request = this;
    }
  }
  beforeEach(() => {
    vi.stubGlobal('XMLHttpRequest', FakeRequest);
    vi.stubGlobal('document', { getElementById: () => null });
  });
  afterEach(() => void vi.unstubAllGlobals());

  const sentence = (done: Promise<unknown>) =>
    done.then(
      () => 'taken',
      (thrown: unknown) => shownError(thrown).sentence,
    );

  it.each([
    [413, '<h1>413</h1>', /too large\. Split it/],
    [502, '<h1>Bad gateway</h1>', /not available at the moment/],
    [503, '', /not available at the moment/],
    [500, '<h1>Oops</h1>', /failed on our side/],
    [413, '{"code":"payload_too_large","max_bytes":1048576}', /too large\. The limit is 1\.0 MB/],
    [415, '{"code":"unsupported_file_type"}', /not accepted\. Use PDF/],
  ])('says why, also when a proxy answers: %i %s', async (status, body, words) => {
    const { done } = sendFile(new File(['a'], 'a.txt'), 'pat_1', () => {});
    Object.assign(request, { status, responseText: body });
    request.onload();
    expect(await sentence(done)).toMatch(words);
  });

  it('because it was changed or moved on the disk meanwhile is told apart from a broken connection', async () => {
    const there = sendFile(new File(['a'], 'a.txt'), 'pat_1', () => {});
    request.onerror();
    expect(await sentence(there.done)).toMatch(/could not be reached/);
    const gone = Object.assign(new File(['a'], 'a.txt'), {
      slice: () => ({ arrayBuffer: () => Promise.reject(new DOMException('gone', 'NotReadableError')) }),
    });
    const lost = sendFile(gone, 'pat_1', () => {});
    request.onerror();
    expect(await sentence(lost.done)).toMatch(/changed, moved or deleted .* Choose it again/);
  });
});
