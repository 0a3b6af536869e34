import { readId, showId } from '../../../server/shared/ids';
import { postMessage } from './page-routes';
import { portal } from './page-session';
import { expect, url } from './portal';
import { statement } from './statement';

/** A separate report for one test, sent as by its laboratory. */

export interface Line {
  test: string;
  value: string;
  /** Table 0078. */
  flag?: string;
  /** Table 0085; final by default. */
  status?: string;
  /** HL7 time of the value, if it differs from the report's. */
  at?: string;
}

const SIGNS: Record<string, string> = {
  '\\': 'E',
  '|': 'F',
  '^': 'S',
  '~': 'R',
  '&': 'T',
  '\n': '.br',
};
const hl7Text = (text: string): string => text.replace(/[\\|^~&\n]/g, (sign) => `\\${SIGNS[sign]}\\`);

const message = ({ mrn, name: person }: Patient, name: string, at: string, lines: readonly Line[]): string =>
  [
    `MSH|^~\\&|LIS|LAB|||${at}+0100||ORU^R01|${name}-${mrn}|P|2.5.1|||||||UNICODE UTF-8`,
    `PID|1||${mrn}^^^CLINIC^MR||${hl7Text(person.family)}^${hl7Text(person.given[0]!)}||19700131|U`,
    `OBR|1||${name}|PANEL^Panel^L|||${at}|||||||||||||||${at}|||F`,
    ...lines.map(
      ({ test, value, flag = '', status = 'F', at: own = '' }, nth) =>
        `OBX|${nth + 1}|ST|${test}^${test}^L|${nth + 1}|${hl7Text(value)}|||${flag}|||${status}|||${own}`,
    ),
    '',
  ].join('\r');

/** Created by `newPatient`. */
interface Patient {
  id: string;
  mrn: string;
  name: { family: string; given: readonly string[] };
}

interface Of {
  patient: Patient;
  connectionId: string;
}

/** @param reports by name: collection time and lines @returns IDs by name */
export async function fileReports(
  { patient, connectionId }: Of,
  reports: Readonly<Record<string, { at: string; lines: readonly Line[] }>>,
): Promise<Record<string, string>> {
  const { key } = await portal<{ key: string }>('admin', 'labConnections.createIngestKey', {
    connection_id: connectionId,
  });
  const names = Object.keys(reports);
  for (const name of names) {
    const { at, lines } = reports[name]!;
    const sent = await postMessage(url(), key, message(patient, name, at, lines));
    expect(sent.status, await sent.text()).toBe(200);
  }
  const filed: Record<string, string> = {};
  const look = async () => {
    const found = await statement<{ id: string; name: string }>(
      'SELECT id, filler_order_number AS name FROM lab_results WHERE patient_id = $1',
      [readId('patient', patient.id)],
    );
    for (const { id, name } of found) filed[name] = showId('lab_result', id);
    return names.filter((name) => !(name in filed));
  };
  await expect.poll(look, { timeout: 30_000 }).toEqual([]);
  return filed;
}
