import { describe, expect, it } from 'vitest';
import { exifDate } from '../../../components/documents/exif';
import { guessFromText } from '../../../components/documents/guess-content';
import { guessDetails } from '../../../components/documents/guess-details';

const known = { patientLine: 'OKAFOR, Ada, born 12-Mar-1958, MRN 1', now: new Date('2026-11-05T12:00:00Z') };

describe('details guessed from a file name', () => {
  it.each([
    ['Discharge summary 2026-10-02.pdf', 'discharge_summary', '2026-10-02', 'Discharge summary'],
    ['referral_letter_2 Oct 2026.pdf', 'referral', '2026-10-02', 'Referral letter'],
    ['20261002_x-ray chest.jpg', 'imaging', '2026-10-02', 'X-ray chest'],
    // Names of machines are no titles.
    ['IMG_20261002_140712.jpg', 'photo', '2026-10-02', 'Photo'],
    ['IMG_0042.heic', 'photo', '', 'Photo'],
    ['IMG_0042 wound left foot.jpg', 'photo', '', 'IMG 0042 wound left foot'],
    ['Scan0001.pdf', '', '', ''],
    ['Scan_20261002.pdf', '', '2026-10-02', ''],
    ['Scanned Document 3.pdf', '', '', ''],
    ['image.jpg', '', '', ''],
    ['Image (3).png', '', '', ''],
    ['Image of left foot.png', '', '', 'Image of left foot'],
    ['20261002_140712.jpg', '', '2026-10-02', ''],
    ['3F2504E0-4F89-41D3-9A0C-0305E82C3301.jpeg', '', '', ''],
    // With dots the day is first.
    ['Discharge summary 03.11.2026.pdf', 'discharge_summary', '2026-11-03', 'Discharge summary'],
    ['3.11.2026 letter.pdf', 'correspondence', '2026-11-03', 'Letter'],
    ['letter 03-11-2026.pdf', 'correspondence', '', 'Letter 03-11-2026'],
    ['letter 03_11_2026.pdf', 'correspondence', '', 'Letter 03 11 2026'],
    ['letter 12.03.1958.pdf', 'correspondence', '', 'Letter 12.03.1958'],
    ['letter 03.12.1958.pdf', 'correspondence', '', 'Letter 03.12.1958'],
    ['letter 31.02.2026.pdf', 'correspondence', '', 'Letter 31.02.2026'],
    ['labs 14.07.2026.pdf', 'lab_report', '2026-07-14', 'Labs'],
    ['Insurance card.png', 'insurance', '', 'Insurance card'],
    ['discharge-summary.docx', 'discharge_summary', '', 'Discharge summary'],
    ['discharge-summary-2026-10-02.pdf', 'discharge_summary', '2026-10-02', 'Discharge summary'],
    ['x-ray.pdf', 'imaging', '', 'X-ray'],
    ['Smith-Jones.pdf', '', '', 'Smith-Jones'],
    ['Self-referral letter.pdf', 'referral', '', 'Self-referral letter'],
    ['note.txt', 'clinical_note', '', 'Note'],
    ['study.dcm', 'imaging', '', 'Study'],
    ['scan.pdf', '', '', 'Scan'],
    ['eGFR trend.pdf', '', '', 'eGFR trend'],
    // Parts of other words.
    ['Labrador contact.pdf', '', '', 'Labrador contact'],
    // Which of two, day or month first, the birth date, the future, a longer number.
    ['2026-10-02 to 2026-10-09.pdf', '', '', '2026-10-02 to 2026-10-09'],
    ['03-04-2026.pdf', '', '', '03-04-2026'],
    ['Okafor 1958-03-12 consent.pdf', 'consent', '', 'Okafor 1958-03-12 consent'],
    ['2027-01-01.pdf', '', '', '2027-01-01'],
    ['1202610021.pdf', '', '', '1202610021'],
    ['2026-02-31 fax.pdf', 'correspondence', '', '2026-02-31 fax'],
  ])('%s', (name, category, date, title) => {
    expect(guessDetails(name, known)).toEqual({ category, date, title });
  });
});

describe('details guessed from the first lines of a text', () => {
  it.each([
    [
      '\n  Discharge summary \r\nOkafor, Ada\r\nBirth date 12-Mar-1958\r\nDate: 02-Oct-2026\n',
      'discharge_summary',
    ],
    [`Progress\n${'\n'}Seen on 2026-10-02.\nLabs and X-ray are pending.`, undefined],
  ])('%j', (text, category) => {
    expect(guessFromText(text, known)).toEqual({
      title: text
        .trim()
        .split(/[\r\n]/)[0]!
        .trim(),
      date: '2026-10-02',
      ...(category ? { category } : {}),
    });
  });

  it('omit numbers, long lines and dates far below', () => {
    expect(guessFromText(`${'A'.repeat(90)}\n${'Line.\n'.repeat(10)}2026-10-02`, known)).toEqual({});
    expect(guessFromText('12 | 34\n', known)).toEqual({});
    expect(guessFromText('', known)).toEqual({});
  });
});

/** A JPEG file with one EXIF segment: first directory, sub-directory, text. */
function jpeg(little: boolean, text: string): DataView {
  const file = new DataView(new ArrayBuffer(80 + text.length));
  const write = (at: number, value: number, size: 2 | 4, order = false) =>
    size === 2 ? file.setUint16(at, value, order) : file.setUint32(at, value, order);
  write(0, 0xffd8, 2);
  write(2, 0xffe1, 2);
  write(4, file.byteLength - 4, 2);
  write(6, 0x45786966, 4);
  const tiff = 12;
  const put = (at: number, value: number, size: 2 | 4) => write(tiff + at, value, size, little);
  write(tiff, little ? 0x4949 : 0x4d4d, 2);
  put(2, 42, 2);
  put(4, 8, 4);
  put(8, 1, 2);
  put(10, 0x8769, 2);
  put(18, 26, 4);
  put(26, 1, 2);
  put(28, 0x9003, 2);
  put(36, 44, 4);
  for (let nth = 0; nth < text.length; nth++) file.setUint8(tiff + 44 + nth, text.charCodeAt(nth));
  return file;
}

describe('day of a photo', () => {
  const TEXT = '2026:10:02 14:07:00';

  it.each([true, false])('is read from EXIF data, little-endian: %s', (little) => {
    expect(exifDate(jpeg(little, TEXT))).toBe('2026-10-02');
  });

  it('is unknown without a date or in another file', () => {
    expect(exifDate(jpeg(true, '                   '))).toBeNull();
    expect(exifDate(new DataView(new ArrayBuffer(64)))).toBeNull();
    expect(exifDate(new DataView(new ArrayBuffer(0)))).toBeNull();
  });

  it('never reads beyond a cut file', () => {
    const whole = jpeg(true, TEXT);
    for (let length = 0; length < whole.byteLength; length++) {
      const cut = new DataView(whole.buffer.slice(0, length));
      try {
        expect(exifDate(cut)).toBeNull();
      } catch (error) {
        expect(error).toBeInstanceOf(RangeError);
      }
    }
  });
});
