/**
 * One PDF of several images, a page each. JPEG files are embedded byte for byte and turned by their EXIF orientation; other
 * images are decoded by the browser and embedded without loss.
 */
import { exifOrientation } from './exif';

/** A4 in points; no page is larger. */
const [SHORT, LONG] = [595, 842];
const [SOI, SOS] = [0xffd8, 0xda];

interface PageImage {
  width: number;
  height: number;
  color: '/DeviceGray' | '/DeviceRGB';
  filter: '/DCTDecode' | '/FlateDecode';
  bytes: Uint8Array<ArrayBuffer>;
  /** EXIF, 1 to 8. */
  orientation: number;
}

/** @throws if the browser cannot decode an image */
export async function imagesToPdf(files: readonly Blob[]): Promise<Blob> {
  const images: PageImage[] = [];
  // One after the other, because each decoded image occupies memory.
  for (const file of files) {
    const bytes = new Uint8Array(await file.arrayBuffer());
    images.push(jpegImage(bytes) ?? (await decoded(file)));
  }
  return pdfOf(images);
}

/** Null for other files, and for JPEG files in other colors than gray and RGB. */
export function jpegImage(bytes: Uint8Array<ArrayBuffer>): PageImage | null {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
  if (view.byteLength < 4 || view.getUint16(0) !== SOI) return null;
  for (let at = 2; at + 10 <= view.byteLength;) {
    if (view.getUint8(at) !== 0xff) return null;
    const marker = view.getUint8(at + 1);
    // A fill byte.
    if (marker === 0xff) {
      at++;
      continue;
    }
    if (marker === SOS) return null;
    // Frame headers: baseline, extended and progressive with Huffman coding.
    if (marker >= 0xc0 && marker <= 0xc2) {
      const [precision, components] = [view.getUint8(at + 4), view.getUint8(at + 9)];
      const [height, width] = [view.getUint16(at + 5), view.getUint16(at + 7)];
      if (precision !== 8 || (components !== 1 && components !== 3) || width === 0 || height === 0)
        return null;
      return {
        width,
        height,
        color: components === 1 ? '/DeviceGray' : '/DeviceRGB',
        filter: '/DCTDecode',
        bytes,
        orientation: exifOrientation(view),
      };
    }
    at += 2 + view.getUint16(at + 2);
  }
  return null;
}

async function decoded(file: Blob): Promise<PageImage> {
  // The browser applies the orientation.
  const bitmap = await createImageBitmap(file, { colorSpaceConversion: 'none' });
  const { width, height } = bitmap;
  const canvas = document.createElement('canvas');
  [canvas.width, canvas.height] = [width, height];
  const paint = canvas.getContext('2d', { willReadFrequently: true })!;
  // Transparent parts are shown on white.
  paint.fillStyle = '#fff';
  paint.fillRect(0, 0, width, height);
  paint.drawImage(bitmap, 0, 0);
  bitmap.close();
  const { data } = paint.getImageData(0, 0, width, height);
  const rgb = new Uint8Array(width * height * 3);
  for (let from = 0, to = 0; from < data.length; from += 4) {
    rgb[to++] = data[from]!;
    rgb[to++] = data[from + 1]!;
    rgb[to++] = data[from + 2]!;
  }
  const packed = new Blob([rgb]).stream().pipeThrough(new CompressionStream('deflate'));
  const bytes = new Uint8Array(await new Response(packed).arrayBuffer());
  return { width, height, color: '/DeviceRGB', filter: '/FlateDecode', bytes, orientation: 1 };
}

/** Maps the unit square of the image to the page, by orientation (CIPA DC-008, 4.6.5). */
function placement(orientation: number, w: number, h: number): string {
  const matrices: Record<number, readonly number[]> = {
    1: [w, 0, 0, h, 0, 0],
    2: [-w, 0, 0, h, w, 0],
    3: [-w, 0, 0, -h, w, h],
    4: [w, 0, 0, -h, 0, h],
    5: [0, -h, -w, 0, w, h],
    6: [0, -h, w, 0, 0, h],
    7: [0, h, w, 0, 0, 0],
    8: [0, h, -w, 0, w, 0],
  };
  return matrices[orientation]!.join(' ');
}

function pageSize({ width, height, orientation }: PageImage): [number, number] {
  const [across, down] = orientation >= 5 ? [height, width] : [width, height];
  const [most, mostDown] = across > down ? [LONG, SHORT] : [SHORT, LONG];
  const scale = Math.min(most / across, mostDown / down);
  return [Math.max(1, Math.round(across * scale)), Math.max(1, Math.round(down * scale))];
}

/** ISO 32000-1: catalog, page tree, then page, content and image of each. */
export function pdfOf(images: readonly PageImage[]): Blob {
  const parts: (string | Uint8Array<ArrayBuffer>)[] = [];
  let length = 0;
  const offsets: number[] = [];
  const add = (part: string | Uint8Array<ArrayBuffer>) => {
    parts.push(part);
    length += part.length;
  };
  const object = (body: string, stream?: string | Uint8Array<ArrayBuffer>) => {
    offsets.push(length);
    add(`${offsets.length} 0 obj\n${body}\n`);
    if (stream !== undefined) {
      add('stream\n');
      add(stream);
      add('\nendstream\n');
    }
    add('endobj\n');
  };
  add('%PDF-1.4\n');
  object('<< /Type /Catalog /Pages 2 0 R >>');
  const kids = images.map((_image, at) => `${3 + at * 3} 0 R`).join(' ');
  object(`<< /Type /Pages /Count ${images.length} /Kids [${kids}] >>`);
  images.forEach((image, at) => {
    const page = 3 + at * 3;
    const [width, height] = pageSize(image);
    const content = `q ${placement(image.orientation, width, height)} cm /Image Do Q`;
    object(
      `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 ${width} ${height}] /Contents ${page + 1} 0 R /Resources << /XObject << /Image ${page + 2} 0 R >> >> >>`,
    );
    object(`<< /Length ${content.length} >>`, content);
    object(
      `<< /Type /XObject /Subtype /Image /Width ${image.width} /Height ${image.height} /ColorSpace ${image.color} /BitsPerComponent 8 /Filter ${image.filter} /Length ${image.bytes.length} >>`,
      image.bytes,
    );
  });
  const start = length;
  const entries = offsets.map((offset) => `${String(offset).padStart(10, '0')} 00000 n \n`).join('');
  add(`xref\n0 ${offsets.length + 1}\n0000000000 65535 f \n${entries}`);
  add(`trailer\n<< /Size ${offsets.length + 1} /Root 1 0 R >>\nstartxref\n${start}\n%%EOF\n`);
  return new Blob(parts, { type: 'application/pdf' });
}
