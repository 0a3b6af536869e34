/** The day on which a photo was taken and its orientation, from the EXIF data of a JPEG file (CIPA DC-008). */
const HEAD_BYTES = 128 * 1024;
const [SOI, APP1, SOS] = [0xffd8, 0xffe1, 0xffda];
const EXIF = 0x45786966;
const [EXIF_OFFSET, TAKEN, CHANGED, ORIENTATION] = [0x8769, 0x9003, 0x0132, 0x0112];
/** "2026:10:02 14:07:00", stored elsewhere because it is longer than four bytes. */
const DATE = /^(\d{4}):(\d{2}):(\d{2}) /;
const MAX_ENTRIES = 512;

export const photoDate = (file: Blob): Promise<string | null> =>
  file
    .slice(0, HEAD_BYTES)
    .arrayBuffer()
    .then((bytes) => exifDate(new DataView(bytes)))
    .catch(() => null);

/** @throws RangeError for a cut or wrong file */
export function exifDate(file: DataView): string | null {
  const tiff = tiffIn(file);
  return tiff && dateIn(tiff);
}

/** 1 to 8; 1 (upright) without a readable one. */
export function exifOrientation(file: DataView): number {
  try {
    const tiff = tiffIn(file);
    if (!tiff) return 1;
    const little = tiff.getUint16(0) === 0x4949;
    const value = entriesAt(tiff, tiff.getUint32(4, little), little).get(ORIENTATION) ?? 1;
    // A short number is in the first half of its field.
    const orientation = little ? value & 0xffff : value >>> 16;
    return orientation >= 1 && orientation <= 8 ? orientation : 1;
  } catch {
    return 1;
  }
}

function tiffIn(file: DataView): DataView | null {
  if (file.byteLength < 4 || file.getUint16(0) !== SOI) return null;
  for (let at = 2; at + 4 <= file.byteLength;) {
    const marker = file.getUint16(at);
    if (marker >> 8 !== 0xff || marker === SOS) return null;
    const length = file.getUint16(at + 2);
    if (marker === APP1 && file.getUint32(at + 4) === EXIF)
      return new DataView(file.buffer, file.byteOffset + at + 10, length - 8);
    at += 2 + length;
  }
  return null;
}

/** In the TIFF structure of the EXIF segment, whose offsets count from its start. */
function dateIn(tiff: DataView): string | null {
  const little = tiff.getUint16(0) === 0x4949;
  const first = entriesAt(tiff, tiff.getUint32(4, little), little);
  const sub = first.get(EXIF_OFFSET);
  const taken = sub === undefined ? undefined : entriesAt(tiff, sub, little).get(TAKEN);
  const at = taken ?? first.get(CHANGED);
  if (at === undefined) return null;
  const text = String.fromCharCode(...new Uint8Array(tiff.buffer, tiff.byteOffset + at, 19));
  const parts = DATE.exec(text);
  return parts ? parts.slice(1).join('-') : null;
}

/** The values or offsets of a directory, by tag. */
function entriesAt(tiff: DataView, start: number, little: boolean): Map<number, number> {
  const count = Math.min(tiff.getUint16(start, little), MAX_ENTRIES);
  const entries = new Map<number, number>();
  for (let nth = 0; nth < count; nth++) {
    const at = start + 2 + nth * 12;
    entries.set(tiff.getUint16(at, little), tiff.getUint32(at + 8, little));
  }
  return entries;
}
