/** Names of the accepted file types, and of others that messages contain or users choose, with the word of a small tile. */
const NAMES: Readonly<Record<string, readonly [name: string, tile: string]>> = {
  'application/pdf': ['PDF', 'PDF'],
  'image/jpeg': ['JPEG image', 'JPEG'],
  'image/png': ['PNG image', 'PNG'],
  'image/gif': ['GIF image', 'GIF'],
  'image/webp': ['WEBP image', 'WEBP'],
  'image/tiff': ['TIFF image', 'TIFF'],
  'image/heic': ['HEIC image', 'HEIC'],
  'image/heif': ['HEIC image', 'HEIC'],
  'text/plain': ['Plain text', 'TXT'],
  'text/html': ['HTML page', 'HTML'],
  'application/rtf': ['Rich text (RTF)', 'RTF'],
  'application/msword': ['Word document (DOC)', 'DOC'],
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': ['Word document (DOCX)', 'DOCX'],
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': ['Excel workbook (XLSX)', 'XLSX'],
  'application/vnd.oasis.opendocument.text': ['OpenDocument text (ODT)', 'ODT'],
  'application/dicom': ['DICOM', 'DCM'],
  'application/xml': ['Clinical document (C-CDA)', 'XML'],
  // Not accepted
  'application/x-ole-storage': ['Office file', 'FILE'],
  'application/x-msdownload': ['Windows program', 'FILE'],
  'application/zip': ['ZIP archive', 'ZIP'],
  'video/mp4': ['MP4 video', 'MP4'],
};

/** Of types without a name. */
const FAMILIES: Readonly<Record<string, string>> = {
  audio: 'Audio',
  image: 'Image',
  text: 'Text',
  video: 'Video',
};

const known = (mediaType: string) => NAMES[mediaType.split(';')[0]!.trim().toLowerCase()];

export const fileTypeName = (mediaType: string): string =>
  known(mediaType)?.[0] ?? FAMILIES[mediaType.split('/')[0]!.toLowerCase()] ?? 'Unknown file type';

export const fileTypeTile = (mediaType: string): string => known(mediaType)?.[1] ?? 'FILE';
