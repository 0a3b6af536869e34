import { queryNamed } from '../../../db/prepared';
import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import { newId } from '../../../shared/ids';
import type { NormalCode, NormalReport } from '../../../hl7v2/normal-message';
import { codeOf, nameOf, systemOf } from './connection-mappings';

/** Records codes sent without LOINC, for the list of codes to map. */

const LONGEST = 200;
const cut = (text: string): string => [...text].slice(0, LONGEST).join('');

/** @param counted false if the report was processed before */
export async function noteCodes(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  report: NormalReport,
  { counted }: { counted: boolean },
): Promise<void> {
  const seen = new Map<string, { code: string; system: string; name: string; count: number }>();
  const note = (test: NormalCode) => {
    if (test.loinc !== null || (test.code ?? test.alternate?.code ?? null) === null) return;
    const [code, system] = [cut(codeOf(test)), cut(systemOf(test) ?? '')];
    const known = seen.get(`${code}\n${system}`);
    if (known) known.count += 1;
    else seen.set(`${code}\n${system}`, { code, system, name: cut(nameOf(test)), count: 1 });
  };
  for (const panel of report.panels) {
    note(panel.test);
    for (const line of panel.observations) note(line.test);
  }
  // In a fixed order, to avoid deadlocks between concurrent reports.
  const all = [...seen.values()].sort((left, right) =>
    `${left.code}\n${left.system}` < `${right.code}\n${right.system}` ? -1 : 1,
  );
  if (all.length === 0) return;
  await queryNamed(tx, NOTE_CODES, [
    ctx.actor.orgId,
    connectionId,
    new Date(),
    all.map(() => newId()),
    all.map(({ code }) => code),
    all.map(({ system }) => system),
    all.map(({ name }) => name),
    all.map(({ count }) => (counted ? count : 0)),
  ]);
}

const NOTE_CODES = {
  name: 'note_lab_codes',
  text: `insert into lab_codes (org_id, connection_id, first_seen_at, last_seen_at, id, code, code_system, name, count)
    select $1, $2, $3, $3, sent.id, sent.code, sent.system, sent.name, sent.count
    from unnest($4::uuid[], $5::text[], $6::text[], $7::text[], $8::int[]) as sent (id, code, system, name, count)
    on conflict (org_id, connection_id, code, code_system) do update
      set name = excluded.name, last_seen_at = excluded.last_seen_at, count = lab_codes.count + excluded.count`,
};
