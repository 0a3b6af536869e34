/** Names of the accepted file types, and of others that messages contain. */
const NAMES: Readonly<Record<string, string>> = {
  'application/pdf': 'PDF',
  'image/jpeg': 'JPEG image',
  'image/png': 'PNG image',
  'image/gif': 'GIF image',
  'image/webp': 'WEBP image',
  'image/tiff': 'TIFF image',
  'image/heic': 'HEIC image',
  'image/heif': 'HEIC image',
  'text/plain': 'Plain text',
  'text/html': 'HTML page',
  'application/rtf': 'Rich text (RTF)',
  'application/msword': 'Word document (DOC)',
  'application/vnd.openxmlformats-officedocument.wordprocessingml.document': 'Word document (DOCX)',
  'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet': 'Excel workbook (XLSX)',
  'application/vnd.oasis.opendocument.text': 'OpenDocument text (ODT)',
  'application/dicom': 'DICOM',
  'application/xml': 'Clinical document (C-CDA)',
  // Not accepted
  'application/x-ole-storage': 'Office file',
  'application/zip': 'ZIP archive',
  'video/mp4': 'MP4 video',
};

/** An announced type that is not accepted stays as it is. */
export const fileTypeName = (mediaType: string): string =>
  NAMES[mediaType.split(';')[0]!.trim()] ?? mediaType;
