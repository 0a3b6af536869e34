import type { NormalDocument } from '../../hl7v2/read-mdm';
import type { NormalTime } from '../../hl7v2/normal-message';
import { codeName } from '../../hl7v2/read-data-types';
import type { DocumentType } from '../../data-types/document';
import { writtenDate } from '../inbound-reports/filing/time-precision';
import type { DocumentCategory } from '../documents/rules';

/** HL7 table 0270, with the category of each type. Other codes are defined by each site. */
const TYPES: Readonly<Record<string, { words: string; category: DocumentCategory }>> = {
  AR: { words: 'Autopsy report', category: 'lab_report' },
  CD: { words: 'Cardiodiagnostics', category: 'imaging' },
  CN: { words: 'Consultation', category: 'clinical_note' },
  DI: { words: 'Diagnostic imaging', category: 'imaging' },
  DS: { words: 'Discharge summary', category: 'discharge_summary' },
  ED: { words: 'Emergency department report', category: 'clinical_note' },
  HP: { words: 'History and physical examination', category: 'clinical_note' },
  OP: { words: 'Operative report', category: 'clinical_note' },
  PC: { words: 'Psychiatric consultation', category: 'clinical_note' },
  PH: { words: 'Psychiatric history and physical examination', category: 'clinical_note' },
  PN: { words: 'Procedure note', category: 'clinical_note' },
  PR: { words: 'Progress note', category: 'clinical_note' },
  SP: { words: 'Surgical pathology', category: 'lab_report' },
  TS: { words: 'Transfer summary', category: 'discharge_summary' },
};
const known = ({ type }: NormalDocument) =>
  type.code !== null && Object.hasOwn(TYPES, type.code.toUpperCase())
    ? TYPES[type.code.toUpperCase()]!
    : null;

const LONGEST_TITLE = 200;
const cut = (text: string, length: number): string =>
  [...text.replace(/[\s\p{Cc}]+/gu, ' ').trim()].slice(0, length).join('');

/** TXA-25, else the type, else the service (OBR-4). */
export function titleOf(document: NormalDocument): string {
  const { title, type, service } = document;
  const words = title ?? type.text ?? known(document)?.words ?? service ?? codeName(type) ?? '';
  return cut(words, LONGEST_TITLE) || 'Document';
}

export const categoryOf = (document: NormalDocument): DocumentCategory =>
  known(document)?.category ?? 'other';

const HL7_TYPES = 'HL70270';
export function typeOf(document: NormalDocument): DocumentType | null {
  const { code, text, system } = document.type;
  if (code === null || code.length > 50) return null;
  const display = text ?? known(document)?.words ?? null;
  return { system: cut(system ?? HL7_TYPES, 200), code, display: display && cut(display, 200) };
}

export function authorOf({ author }: NormalDocument): string | null {
  if (!author) return null;
  const name = [author.given, author.family].filter(Boolean).join(' ') || author.id;
  return name && cut(name, 200);
}

/** The day of the activity, else of the origination, as written. */
export function dateOf({ activity_at, originated_at }: NormalDocument): string | null {
  const time: NormalTime | null = activity_at ?? originated_at;
  return writtenDate(time);
}
