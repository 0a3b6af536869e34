import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';

/** Messages for tests: built from lines, or from the sample files beside the repository. */

export const MSH = 'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01^ORU_R01|C1|P|2.5.1';
export const PID = 'PID|1||4711^^^CLINIC^MR||Doe^Jane||19450714|F';
export const OBR =
  'OBR|1|P-0042|F-9|24323-8^Metabolic panel^LN|||20260105080000|||||||||||||||20260105140000|||F';

/** Segments end with CR, as the standard says. */
export const er7 = (...lines: string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\r`).join(''), 'utf8');

const root = path.resolve('../shared/data/hl7v2');

export const hasHl7Corpus = existsSync(root);
export const NO_HL7_CORPUS = 'needs ../shared/data/hl7v2, which is not here';

export interface Hl7File {
  /** `results/composed__whole_pdf.hl7` */
  name: string;
  bytes: Buffer;
}

export function hl7Files(): Hl7File[] {
  if (!hasHl7Corpus) return [];
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: folder }) =>
    readdirSync(path.join(root, folder)).map((file) => ({
      name: `${folder}/${file}`,
      bytes: readFileSync(path.join(root, folder, file)),
    })),
  );
}
