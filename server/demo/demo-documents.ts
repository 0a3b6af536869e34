import { deflateSync } from 'node:zlib';

/** Six invented files: PDF pages, a text and an image. */

export interface DemoDocument {
  patient: string;
  title: string;
  category: 'lab_report' | 'imaging' | 'discharge_summary' | 'referral' | 'consent' | 'clinical_note';
  fileName: string;
  contentType: string;
  documentDate: string;
  bytes: Buffer;
}

const NOTICE = 'Invented example. Not a real patient, not for clinical use.';

export const DEMO_DOCUMENTS: readonly DemoDocument[] = [
  page('demo-01', 'Referral to nephrology', 'referral', 'referral-nephrology.pdf', '2026-11-10', [
    'Dear colleague,',
    'thank you for seeing this patient with falling kidney function.',
    'Please advise on further investigation.',
  ]),
  page('demo-01', 'Discharge summary', 'discharge_summary', 'discharge-2025-08.pdf', '2025-08-19', [
    'Admitted for dizziness, discharged after two days in good condition.',
    'Follow-up with the family doctor in one week.',
  ]),
  page('demo-04', 'Anticoagulation plan', 'clinical_note', 'anticoagulation-plan.pdf', '2026-09-20', [
    'Target INR 2.0 to 3.0.',
    'Next check in four weeks.',
  ]),
  page('demo-07', 'Consent to biopsy', 'consent', 'consent-biopsy.pdf', '2026-07-15', [
    'The procedure, its benefits and risks were explained.',
    'Questions were answered.',
  ]),
  {
    patient: 'demo-03',
    title: 'Telephone note',
    category: 'clinical_note',
    fileName: 'telephone-note.txt',
    contentType: 'text/plain',
    documentDate: '2026-05-04',
    bytes: Buffer.from(`${NOTICE}\n\nPatient called: iron tablets are well tolerated, continues.\n`),
  },
  {
    patient: 'demo-11',
    title: 'Left wrist, test pattern',
    category: 'imaging',
    fileName: 'wrist-test-pattern.png',
    contentType: 'image/png',
    documentDate: '2026-03-28',
    bytes: picture(320, 240),
  },
];

function page(
  patient: string,
  title: string,
  category: DemoDocument['category'],
  fileName: string,
  documentDate: string,
  text: string[],
): DemoDocument {
  return {
    patient,
    title,
    category,
    fileName,
    contentType: 'application/pdf',
    documentDate,
    bytes: pdf([title, '', ...text, '', NOTICE]),
  };
}

/** One page in Helvetica (PDF 1.4, ISO 32000): objects, then the cross-reference table. */
function pdf(lines: string[]): Buffer {
  const escaped = lines.map((line) => `(${line.replace(/[\\()]/g, (char) => `\\${char}`)}) Tj T*`);
  const stream = `BT /F1 12 Tf 18 TL 72 770 Td ${escaped.join(' ')} ET`;
  const objects = [
    '<< /Type /Catalog /Pages 2 0 R >>',
    '<< /Type /Pages /Kids [3 0 R] /Count 1 >>',
    '<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R /Resources << /Font << /F1 5 0 R >> >> >>',
    `<< /Length ${stream.length} >>\nstream\n${stream}\nendstream`,
    '<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>',
  ];
  let body = '%PDF-1.4\n';
  const places = objects.map((object, index) => {
    const place = body.length;
    body += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return place;
  });
  const table = places.map((place) => `${String(place).padStart(10, '0')} 00000 n \n`).join('');
  return Buffer.from(
    `${body}xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${table}trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${body.length}\n%%EOF\n`,
    'latin1',
  );
}

/** A gray gradient with a circle (PNG, ISO/IEC 15948). */
function picture(width: number, height: number): Buffer {
  const rows = Array.from({ length: height }, (_, y) =>
    Buffer.from([
      0,
      ...Array.from({ length: width }, (_unused, x) =>
        Math.hypot(x - width / 2, y - height / 2) < height / 3 ? 220 : Math.round((x / width) * 120),
      ),
    ]),
  );
  const header = Buffer.alloc(13);
  header.writeUInt32BE(width, 0);
  header.writeUInt32BE(height, 4);
  header.set([8, 0, 0, 0, 0], 8);
  return Buffer.concat([
    Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]),
    chunk('IHDR', header),
    chunk('IDAT', deflateSync(Buffer.concat(rows))),
    chunk('IEND', Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const length = Buffer.alloc(4);
  length.writeUInt32BE(data.length);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

// Node 20 before 20.15 has no crc32 in node:zlib.
function crc32(bytes: Buffer): number {
  let crc = 0xffffffff;
  for (const byte of bytes) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit++) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  return ~crc >>> 0;
}
