import { describe, expect, it } from 'vitest';
import { cleanFileName, contentDisposition, nameToSave } from '../../../server/domain/documents/file-name';

describe('cleanFileName', () => {
  it.each([
    ['report.pdf', 'report.pdf'],
    ['../../etc/passwd', 'passwd'],
    ['C:\\Users\\jane\\scan 1.tiff', 'scan 1.tiff'],
    ['/', 'document'],
    ['..', 'document'],
    ['', 'document'],
    ['   ', 'document'],
    ['a\0b\r\nc\u0085d.pdf', 'abcd.pdf'],
    ['gpj.\u202Eexe.pdf', 'gpj.exe.pdf'],
    ['cafe\u0301.pdf', 'café.pdf'],
    ['👩‍⚕️ Bericht.pdf', '👩‍⚕️ Bericht.pdf'],
    ['half \uD83D pair.pdf', 'half  pair.pdf'],
    ['.htaccess', '.htaccess'],
  ])('%j → %j', (name, expected) => {
    expect(cleanFileName(name)).toBe(expected);
  });

  it('keeps the extension of a long name and never splits a character', () => {
    const name = cleanFileName(`${'x'.repeat(250)}👩👩👩.pdf`);
    expect(name.length).toBeLessThanOrEqual(255);
    expect(name.endsWith('.pdf')).toBe(true);
    expect(name.isWellFormed?.() ?? !/\p{Cs}/u.test(name)).toBe(true);
    expect(cleanFileName('a'.repeat(5000))).toHaveLength(255);
  });
});

describe('nameToSave', () => {
  it.each([
    ['scan.pdf', 'application/pdf', 'scan.pdf'],
    ['scan.PDF', 'application/pdf', 'scan.PDF'],
    ['scan', 'application/pdf', 'scan.pdf'],
    ['invoice.pdf.exe', 'application/pdf', 'invoice.pdf.exe.pdf'],
    ['note.html', 'text/plain; charset=utf-8', 'note.html.txt'],
    ['note.csv', 'text/plain; charset=utf-8', 'note.csv'],
    ['.url', 'text/plain', '.url.txt'],
  ])('%s as %s is saved as %s', (name, type, expected) => {
    expect(nameToSave(name, type)).toBe(expected);
  });
});

describe('contentDisposition', () => {
  it.each([
    ['scan.pdf', `inline; filename="scan.pdf"; filename*=UTF-8''scan.pdf`],
    ['a"b\\c;d%41.pdf', `inline; filename="a_b_c_d_41.pdf"; filename*=UTF-8''a%22b%5Cc%3Bd%2541.pdf`],
    [
      "Größe (1)'*.pdf",
      `inline; filename="Gr__e (1)'*.pdf"; filename*=UTF-8''Gr%C3%B6%C3%9Fe%20%281%29%27%2A.pdf`,
    ],
    ['日本\uD83D.pdf', `inline; filename="___.pdf"; filename*=UTF-8''%E6%97%A5%E6%9C%AC_.pdf`],
  ])('%j', (name, expected) => {
    expect(contentDisposition('inline', name)).toBe(expected);
  });

  it('is one line of ASCII for any name', () => {
    const name = String.fromCharCode(...Array.from({ length: 0x250 }, (_, code) => code));
    expect(contentDisposition('attachment', name)).toMatch(
      /^attachment; filename="[\x20-\x7e]*"; filename\*=UTF-8''[A-Za-z0-9!#$&+.^_`|~%-]*$/,
    );
  });
});
