import { readFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { jpegImage, pdfOf } from '../../../components/documents/images-to-pdf';

const fixture = (name: string) =>
  new Uint8Array(readFileSync(path.join(import.meta.dirname, '../../fixtures/documents/images', name)));
const bytesOf = async (pdf: Blob) => Buffer.from(await pdf.arrayBuffer());

describe('PDF of several images', () => {
  it('contains each JPEG file byte for byte, on a page of its shape', async () => {
    const files = [fixture('hopper.jpg'), fixture('simhosp_note2.jpg')];
    const images = files.map((file) => jpegImage(file)!);
    const pdf = await bytesOf(pdfOf(images));
    for (const file of files) expect(pdf.includes(Buffer.from(file))).toBe(true);
    const text = pdf.toString('latin1');
    const boxes = [...text.matchAll(/\/MediaBox \[0 0 (\d+) (\d+)\]/g)].map(
      ([, w, h]) => Number(w) / Number(h),
    );
    expect(boxes).toHaveLength(2);
    images.forEach(({ width, height }, at) => expect(boxes[at]).toBeCloseTo(width / height, 1));
    expect(text).toContain('/Count 2 ');
  });

  it('lists each object at its position', async () => {
    const text = (await bytesOf(pdfOf([jpegImage(fixture('hopper.jpg'))!]))).toString('latin1');
    const start = Number(/startxref\n(\d+)/.exec(text)![1]);
    const entries = text.slice(start).split('trailer')[0]!.split('\n').slice(3, -1);
    expect(entries).toHaveLength(5);
    entries.forEach((entry, at) => {
      expect(entry).toHaveLength(19);
      expect(text.slice(Number(entry.slice(0, 10)))).toMatch(new RegExp(`^${at + 1} 0 obj\n`));
    });
    for (const [, length, filter] of text.matchAll(/\/Filter (\S+) \/Length (\d+)/g)) {
      expect(length).toBe('/DCTDecode');
      expect(Number(filter)).toBe(fixture('hopper.jpg').length);
    }
  });

  it.each([
    ['hopper_orientation_2.jpg', 2, /q -\d+ 0 0 \d+ \d+ 0 cm/],
    ['hopper_orientation_3.jpg', 3, /q -\d+ 0 0 -\d+ \d+ \d+ cm/],
    ['hopper_orientation_7.jpg', 7, /q 0 \d+ \d+ 0 0 0 cm/],
  ])('turns %s by its EXIF orientation', async (name, orientation, matrix) => {
    const image = jpegImage(fixture(name))!;
    expect(image.orientation).toBe(orientation);
    expect((await bytesOf(pdfOf([image]))).toString('latin1')).toMatch(matrix);
  });

  it('leaves other files to the browser', () => {
    expect(jpegImage(fixture('ResultsWithLabLocation.png'))).toBe(null);
    expect(jpegImage(fixture('hopper.jpg').slice(0, 40))).toBe(null);
    expect(jpegImage(new Uint8Array(0))).toBe(null);
  });
});
