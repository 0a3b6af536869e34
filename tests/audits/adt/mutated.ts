import { asSuperuser, testOrg } from '../../support/database';
import { createPatient } from '../../../server/domain/patients/create-patient';
import { hospital } from '../../support/intake';
import type { Random } from '../../support/random';
import { mutate } from '../hl7v2/mutate';
import { receiveAndProcess } from './replay';

/**
 * Sends altered messages. None may crash, each has an acknowledgment, and a message changes only patients whose MRN or
 * identifier it contains, never their birth date, and no patient that it does not name.
 */

interface MutatedResult {
  sent: number;
  codes: Map<string, number>;
  states: Map<string, number>;
  faults: string[];
}

interface Chart {
  id: string;
  mrn: string;
  version: number;
  birth_date: string;
  sex: string;
  identifiers: { value: string }[];
}

const BYSTANDERS = 25;

export async function sendMutated(
  seeds: readonly Buffer[],
  count: number,
  random: Random,
  until = Infinity,
): Promise<MutatedResult> {
  const org = await testOrg();
  const feed = await hospital(org);
  for (let at = 0; at < BYSTANDERS; at++)
    await createPatient(org.ctx, {
      name: { family: `Bystander${at}`, given: ['Ben'], prefix: null, suffix: null, use: null },
      birth_date: '1950-01-01',
      sex: 'male',
      mrn: `BYSTANDER-${at}`,
    });
  for (const bytes of seeds) await receiveAndProcess(feed, bytes);
  const result: MutatedResult = { sent: 0, codes: new Map(), states: new Map(), faults: [] };
  const add = (map: Map<string, number>, key: string) => map.set(key, (map.get(key) ?? 0) + 1);
  const fault = (sentence: string, bytes: Buffer) =>
    result.faults.push(`${sentence}: ${JSON.stringify(bytes.toString('latin1').slice(0, 400))}`);
  const before = await charts(org.orgId, null);
  while (result.sent < count && Date.now() < until) {
    const bytes = mutate(random.pick(seeds), random);
    result.sent++;
    try {
      const { code, id } = await receiveAndProcess(feed, bytes);
      add(result.codes, code || 'none');
      if (code === '' && !wantsNone(bytes)) fault('got no acknowledgment', bytes);
      const updates = await asSuperuser<{ state: string; outcome: string | null; patient_id: string | null }>(
        'select state, outcome, patient_id from inbound_patient_updates where org_id = $1 and message_id = $2',
        [org.orgId, id],
      );
      for (const { state } of updates) add(result.states, state);
      const isChange = updates.some(({ outcome }) => outcome === 'created' || outcome === 'updated');
      // Without a change there should be nothing to see; now and then it is checked.
      if (!isChange && result.sent % 50 !== 0) continue;
      const named = new Set(updates.map(({ patient_id }) => patient_id));
      // The whole organization now and then, else the patients of the message.
      const isWhole = result.sent % 50 === 0;
      const found = await charts(org.orgId, isWhole ? null : [...named]);
      for (const [chartId, chart] of found) {
        const was = before.get(chartId);
        if (was && was.version === chart.version) continue;
        if (!named.has(chartId)) fault(`this or one of the 49 before changed ${chart.mrn} unseen`, bytes);
        const text = bytes.toString('latin1') + bytes.toString('utf8') + bytes.toString('utf16le');
        if (
          ![chart.mrn, ...chart.identifiers.map(({ value }) => value)].some((number) => text.includes(number))
        )
          fault(`changed ${chart.mrn}, whose numbers it does not contain`, bytes);
        if (was && was.birth_date !== chart.birth_date)
          fault(`changed the birth date of ${chart.mrn}`, bytes);
        if (was && was.sex !== chart.sex && was.sex !== 'unknown' && chart.sex !== 'unknown')
          fault(`changed the sex of ${chart.mrn}`, bytes);
        if (chart.mrn.startsWith('BYSTANDER')) fault(`changed ${chart.mrn}`, bytes);
        before.set(chartId, chart);
      }
    } catch (error) {
      fault(`crashed: ${error instanceof Error ? error.stack : String(error)}`, bytes);
    }
  }
  return result;
}

/** @param ids null: all */
async function charts(orgId: string, ids: (string | null)[] | null): Promise<Map<string, Chart>> {
  const rows = await asSuperuser<Chart>(
    'select id, mrn, version, birth_date::text, sex, identifiers from patients where org_id = $1 and ($2::uuid[] is null or id = any($2))',
    [orgId, ids],
  );
  return new Map(rows.map((row) => [row.id, row]));
}

/** Something in MSH-15 or MSH-16, read without our parser: the sender chooses its acknowledgments. */
function wantsNone(bytes: Buffer): boolean {
  const text = bytes.toString('latin1');
  const start = text.indexOf('MSH');
  const fields = text
    .slice(start)
    .split(/[\r\n]/, 1)[0]!
    .split(text.charAt(start + 3));
  return [14, 15].some((at) => (fields[at] ?? '').trim() !== '');
}
