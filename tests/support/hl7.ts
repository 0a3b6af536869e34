import { existsSync, readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { gunzipSync } from 'node:zlib';

export const MSH = 'MSH|^~\\&|LIS|LAB|CDS|CLINIC|20260105143000+0100||ORU^R01^ORU_R01|C1|P|2.5.1';
export const PID = 'PID|1||4711^^^CLINIC^MR||Doe^Jane||19450714|F';
export const OBR =
  'OBR|1|P-0042|F-9|24323-8^Metabolic panel^LN|||20260105080000|||||||||||||||20260105140000|||F';

/** Segments end with CR, as the standard requires. */
export const er7 = (...lines: string[]): Buffer =>
  Buffer.from(lines.map((line) => `${line}\r`).join(''), 'utf8');

export interface Hl7File {
  /** `results/lfh__oru.hl7` */
  name: string;
  bytes: Buffer;
}

/** Sample messages from other projects. */
export const hl7Files = (): Hl7File[] => filesOf('tests/fixtures/hl7v2');

/** The larger collection they are taken from, if it is available next to the repository. */
export function hl7Collection(): Hl7File[] {
  const folder = '../shared/data/hl7v2';
  return existsSync(folder) ? filesOf(folder) : hl7Files();
}

/**
 * Messages of hospital feeds by sender (MSH-3 and MSH-4): the samples, the admissions of the simulated hospital, and the
 * larger collection if it is available next to the repository.
 */
export function feedFiles(): Map<string, Buffer[]> {
  const collection = '../shared/data/hl7v2-feeds';
  const root = existsSync(collection) ? collection : 'tests/fixtures/hl7v2-feeds';
  const folder = path.join(root, 'adt');
  const { bytes: stream } = hl7Files().find(({ name }) => name.startsWith('stream/'))!;
  const all = [
    ...readdirSync(folder)
      .sort()
      .map((file) => readFileSync(path.join(folder, file))),
    ...stream
      .toString('latin1')
      .split(/(?=MSH\|)/)
      .filter((text) => text.includes('|ADT^'))
      .map((text) => Buffer.from(text.replace('|T|2.', '|P|2.'), 'latin1')),
  ];
  const bySender = new Map<string, Buffer[]>();
  for (const bytes of all) {
    const fields = bytes
      .toString('latin1')
      .split(/[\r\n]/, 1)[0]!
      .split('|');
    const sender = `${fields[2]} ${fields[3]}`;
    bySender.set(sender, [...(bySender.get(sender) ?? []), bytes]);
  }
  return bySender;
}

function filesOf(root: string): Hl7File[] {
  const folders = readdirSync(root, { withFileTypes: true }).filter((entry) => entry.isDirectory());
  return folders.flatMap(({ name: folder }) =>
    readdirSync(path.join(root, folder)).map((file) => {
      const bytes = readFileSync(path.join(root, folder, file));
      return file.endsWith('.gz')
        ? { name: `${folder}/${file.slice(0, -3)}`, bytes: gunzipSync(bytes) }
        : { name: `${folder}/${file}`, bytes };
    }),
  );
}
