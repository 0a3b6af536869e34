import type { Random } from '../../support/random';
import { processMessage } from '../../../server/domain/inbound-reports/filing/process-message';
import { systemContext } from '../../../server/shared/system-actor';
import { asSuperuser, testOrg } from '../../support/database';
import { hospital, type TestLaboratory } from '../../support/intake';
import { sendWhole } from '../../support/laboratory';

/** The same messages in order, in random order, and twice: the patients must be the same. */

interface ReplayResult {
  messages: number;
  patients: number;
  /** MRNs that a person has to decide, whose record depends on which message came first. */
  undecided: number;
  faults: string[];
}

export async function replay(messages: readonly Buffer[], random: Random): Promise<ReplayResult> {
  const shuffled = shuffle(messages, random);
  const runs = [
    await run(messages),
    await run(shuffled),
    await run(shuffle([...messages, ...messages], random)),
  ];
  const undecided = new Set(runs.flatMap(({ held }) => [...held]));
  const [first, ...others] = runs.map(({ patients }) => patients);
  const faults: string[] = [];
  for (const [at, patients] of others.entries()) {
    const name = ['in random order', 'twice, in random order'][at];
    for (const mrn of new Set([...first!.keys(), ...patients.keys()])) {
      if (undecided.has(mrn)) continue;
      const [one, other] = [first!.get(mrn), patients.get(mrn)];
      if (one !== other)
        faults.push(`${mrn} ${name}: ${other ?? 'no record'} instead of ${one ?? 'no record'}`);
    }
  }
  return { messages: messages.length, patients: first!.size, undecided: undecided.size, faults };
}

/** Messages about one patient with the same time keep their order: nothing shows which is newer. */
function shuffle(messages: readonly Buffer[], random: Random): Buffer[] {
  const mixed = messages
    .map((bytes, at) => ({ bytes, at, key: keyOf(bytes), rank: random.next() }))
    .sort((one, other) => one.rank - other.rank);
  const places = new Map<string, number[]>();
  mixed.forEach(({ key }, place) => places.set(key, [...(places.get(key) ?? []), place]));
  const result: Buffer[] = [];
  for (const [key, own] of places) {
    const sorted = mixed.filter((one) => one.key === key).sort((one, other) => one.at - other.at);
    own.forEach((place, index) => (result[place] = sorted[index]!.bytes));
  }
  return result;
}

/** PID-3 and the times, read without our parser. */
function keyOf(bytes: Buffer): string {
  const segments = bytes
    .toString('latin1')
    .split(/[\r\n]+/)
    .map((segment) => segment.split('|'));
  const field = (name: string, number: number) =>
    segments.find(([segment]) => segment === name)?.[number]?.split('~')[0] ?? '';
  return [field('PID', 3).split('^')[0], field('EVN', 2), field('MSH', 6)].join(' ');
}

async function run(
  messages: readonly Buffer[],
): Promise<{ patients: Map<string, string>; held: Set<string> }> {
  const feed = await hospital(await testOrg());
  for (const bytes of messages) await receiveAndProcess(feed, bytes);
  const { orgId } = feed.org;
  const rows = await asSuperuser<{ mrn: string; record: object }>(
    `select mrn, jsonb_build_object('name', name, 'birth_date', birth_date, 'sex', sex, 'addresses', addresses,
       'phones', phones, 'emails', emails, 'deceased_at', deceased_at,
       'identifiers', (select coalesce(jsonb_agg(i order by i), '[]') from jsonb_array_elements(identifiers) i)) as record
     from patients where org_id = $1`,
    [orgId],
  );
  const held = await asSuperuser<{ mrn: string | null }>(
    `select distinct mrn from inbound_patient_updates
     where org_id = $1 and (state in ('unmatched', 'conflict') or problem = 'replaced') and problem <> 'merge_sent'`,
    [orgId],
  );
  return {
    patients: new Map(rows.map(({ mrn, record }) => [mrn, JSON.stringify(record)])),
    held: new Set(held.flatMap(({ mrn }) => (mrn === null ? [] : mrn.split(', ')))),
  };
}

/** The acknowledgment's code; null if it was processed before. */
export async function receiveAndProcess(
  feed: TestLaboratory,
  bytes: Buffer,
): Promise<{ code: string; id: string }> {
  const { stored, answers } = await sendWhole(feed, bytes);
  if (stored.state === 'received') await processMessage(systemContext(feed.org.orgId, 'system'), stored.id);
  return { code: (answers.application ?? answers.accept)?.code ?? '', id: stored.id };
}
