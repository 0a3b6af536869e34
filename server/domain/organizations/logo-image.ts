interface LogoImage {
  contentType: 'image/png' | 'image/jpeg';
  width: number;
  height: number;
}

const PNG = Buffer.from('89504e470d0a1a0a', 'hex');
const [SOI, SOS] = [0xffd8, 0xda];
/** Markers between C0 and CF that start no frame. */
const NO_FRAME = [0xc4, 0xc8, 0xcc];

/** Type and size by the header of the file, which is never decoded here. Null for other files. */
export function logoImage(bytes: Buffer): LogoImage | null {
  if (bytes.length >= 24 && bytes.subarray(0, 8).equals(PNG) && bytes.toString('latin1', 12, 16) === 'IHDR')
    return { contentType: 'image/png', width: bytes.readUInt32BE(16), height: bytes.readUInt32BE(20) };
  if (bytes.length < 4 || bytes.readUInt16BE(0) !== SOI) return null;
  for (let at = 2; at + 9 <= bytes.length && bytes[at] === 0xff;) {
    const marker = bytes[at + 1]!;
    if (marker === SOS) return null;
    if (marker >= 0xc0 && marker <= 0xcf && !NO_FRAME.includes(marker))
      return {
        contentType: 'image/jpeg',
        width: bytes.readUInt16BE(at + 7),
        height: bytes.readUInt16BE(at + 5),
      };
    at += 2 + bytes.readUInt16BE(at + 2);
  }
  return null;
}
