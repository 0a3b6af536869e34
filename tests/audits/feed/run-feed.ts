import { once } from 'node:events';
import net from 'node:net';
import { readPatient } from '../../../server/hl7v2/read-patient';
import { readMessage } from '../../../server/hl7v2/read-message';
import { Warnings } from '../../../server/hl7v2/warnings';
import { startMllp } from '../../../server/intake/mllp/listeners';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { startRunner } from '../../../server/intake/runner/runner';
import { createPatientInput } from '../../../server/domain/patients/contract';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { asSuperuser, testOrg } from '../../support/database';
import { hl7Files } from '../../support/hl7';
import { laboratory, type TestLaboratory } from '../../support/intake';
import { RawSender } from '../../support/laboratory';

/** Sends the feed over a socket and checks the outcome. */

const AUTHORITY = 'SIMULATOR MRN';
const SEX = { F: 'female', M: 'male' } as const;

interface Sent {
  bytes: Buffer;
  /** The first characters of MSH-9. */
  type: string;
  /** PID-3.1 of the first repetition: the hospital's MRN. */
  mrn: string;
  /** OBX-5 of the numeric lines, extracted without our parser. */
  numbers: string[];
}

/** CR between segments, a blank line between messages. */
function messages(): Sent[] {
  const { bytes } = hl7Files().find(({ name }) => name.startsWith('stream/'))!;
  return bytes
    .toString('latin1')
    .split(/(?=MSH\|)/)
    .filter((text) => text.startsWith('MSH|'))
    .map((text) => {
      const segments = text.split(/[\r\n]+/).map((segment) => segment.split('|'));
      const of = (name: string) => segments.filter((fields) => fields[0] === name);
      return {
        bytes: Buffer.from(text, 'latin1'),
        type: of('MSH')[0]![8]!.slice(0, 3),
        mrn: of('PID')[0]![3]!.split('^')[0]!,
        numbers: of('OBX').flatMap((fields) => (fields[2] === 'NM' ? [fields[5]!] : [])),
      };
    });
}

export async function runFeed(): Promise<{ lines: string[]; faults: string[] }> {
  const all = messages();
  const live = await testOrg();
  const org = await testOrg({ sandboxOf: live.slug });
  const port = await freePort();
  const lab = await laboratory(org, {
    transport: 'mllp',
    port,
    mrn_authority: AUTHORITY,
    time_zone: 'Europe/London',
  });
  const known = await admit(all, org);
  const mllp = startMllp({ host: '127.0.0.1', pollMs: 100 });
  const runner = startRunner({ process: processMessage, pollMs: 100 });
  try {
    const { codes, seconds } = await sendAll(port, all);
    const rows = await worked(lab);
    const { counts, faults } = await check(all, codes, rows, known);
    const visible = rows
      .flatMap(({ result_id, ms }) => (result_id ? [ms] : []))
      .sort((one, other) => one - other);
    const share = (part: number) =>
      `${(visible[Math.floor((visible.length - 1) * part)]! / 1000).toFixed(1)} s`;
    return {
      faults,
      lines: [
        `${all.length} messages, ${all.filter(isResult).length} of them results; ${known.size} patients from admissions`,
        ...[...counts].sort().map(([outcome, count]) => `${count} ${outcome}`),
        `${(all.length / seconds).toFixed(0)} messages/s stored and acknowledged; from frame to visible result p50 ${share(0.5)}, p99 ${share(0.99)}`,
      ],
    };
  } finally {
    await runner.stop();
    await mllp.stop();
  }
}

const isResult = ({ type }: Sent): boolean => type === 'ORU';

async function freePort(): Promise<number> {
  const server = net.createServer().listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as net.AddressInfo;
  server.close();
  await once(server, 'close');
  return port;
}

const pause = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

/** All frames at once, without waiting for acknowledgments. */
async function sendAll(port: number, all: readonly Sent[]): Promise<{ codes: string[]; seconds: number }> {
  let sender: RawSender | undefined;
  for (let tries = 0; !sender; tries++) {
    sender = await RawSender.connect(port).catch(async (error: Error) => {
      if (tries > 100) throw error;
      await pause(100);
      return undefined;
    });
  }
  const began = performance.now();
  for (const { bytes } of all) sender.send(bytes);
  const codes = await sender.until(all.length);
  sender.end();
  return { codes, seconds: (performance.now() - began) / 1000 };
}

interface Row {
  state: string;
  problem: string | null;
  report: string | null;
  outcome: string | null;
  result_id: string | null;
  /** From frame to result. */
  ms: number;
}

/** The outcome of each message in order of arrival, when all are processed. */
async function worked({ source }: TestLaboratory): Promise<Row[]> {
  for (;;) {
    const rows = await asSuperuser<Row & Record<string, unknown>>(
      `SELECT m.state, m.ack_problem AS problem, r.state AS report, r.outcome, r.result_id,
         extract(epoch FROM m.finished_at - m.received_at) * 1000 AS ms
       FROM inbound_messages m LEFT JOIN inbound_reports r ON r.org_id = m.org_id AND r.message_id = m.id
       WHERE m.org_id = $1 AND m.connection_id = $2 ORDER BY m."position", r.position`,
      [source.orgId, source.connectionId],
    );
    if (rows.every(({ state }) => state !== 'received'))
      return rows.map((row) => ({ ...row, ms: Number(row.ms) }));
    await pause(500);
  }
}

async function check(
  all: readonly Sent[],
  codes: readonly string[],
  rows: readonly Row[],
  known: ReadonlyMap<string, { uuid: string }>,
): Promise<{ counts: Map<string, number>; faults: string[] }> {
  const faults: string[] = [];
  const counts = new Map<string, number>();
  if (rows.length !== all.length || codes.length !== all.length)
    faults.push(`${all.length} messages, ${codes.length} answers, ${rows.length} rows`);
  for (const [at, sent] of all.entries()) {
    const row = rows[at];
    if (!row) continue;
    const { report, outcome, state, problem } = row;
    const became =
      report === 'filed' ? `filed, ${outcome}` : (report ?? `${state}${problem ? `: ${problem}` : ''}`);
    const words = `${sent.type}, ${became}`;
    counts.set(words, (counts.get(words) ?? 0) + 1);
    const patient = known.get(sent.mrn);
    // It requests enhanced acknowledgments (MSH-15 AL).
    if (!isResult(sent)) {
      if (codes[at] !== 'CR' || state !== 'rejected')
        faults.push(`message ${at}: ${words}, answered ${codes[at]}`);
      continue;
    }
    if (state === 'duplicate') continue;
    if (codes[at] !== 'CA' || report !== (patient ? 'filed' : 'unmatched'))
      faults.push(
        `message ${at}: ${words}, answered ${codes[at]}, its patient was ${patient ? '' : 'never '}admitted`,
      );
    if (row.result_id) faults.push(...(await compare(at, sent, row.result_id, patient?.uuid)));
  }
  return { counts, faults };
}

/** Patients of admissions, by MRN. */
async function admit(
  all: readonly Sent[],
  org: Awaited<ReturnType<typeof testOrg>>,
): Promise<Map<string, { uuid: string }>> {
  const known = new Map<string, { uuid: string }>();
  for (const { bytes, type, mrn } of all) {
    if (type !== 'ADT' || known.has(mrn)) continue;
    const pid = readMessage(bytes).message.segments.find(({ name }) => name === 'PID')!;
    const { names, birth_date, sex } = readPatient(pid, new Warnings());
    const [name] = names;
    await createPatient(
      org.ctx,
      createPatientInput.parse({
        mrn,
        name: { family: name!.family, given: [name!.given, name!.middle].filter(Boolean) },
        birth_date,
        sex: SEX[sex as keyof typeof SEX] ?? 'unknown',
      }),
    );
    const [row] = await asSuperuser<{ uuid: string }>(
      'SELECT id AS uuid FROM patients WHERE org_id = $1 AND mrn = $2',
      [org.orgId, mrn],
    );
    known.set(mrn, row!);
  }
  return known;
}

/** Every number must be in its patient's chart, unchanged. */
async function compare(
  at: number,
  { numbers }: Sent,
  resultId: string,
  patient: string | undefined,
): Promise<string[]> {
  const rows = await asSuperuser<{ value_text: string; patient_id: string }>(
    'SELECT value_text, patient_id FROM lab_observations WHERE result_id = $1 ORDER BY position',
    [resultId],
  );
  const faults = rows.some(({ patient_id }) => patient_id !== patient)
    ? [`result ${at}: of another patient`]
    : [];
  const stored = rows.map(({ value_text }) => value_text);
  const missing = numbers.filter((number) => number !== '' && !stored.includes(number));
  return [...faults, ...missing.map((number) => `result ${at}: ${number} is not there`)];
}
