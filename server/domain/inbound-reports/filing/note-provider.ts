import { queryNamed } from '../../../db/prepared';
import type { Tx } from '../../../db/transaction';
import type { Context } from '../../../shared/context';
import { newId } from '../../../shared/ids';
import type { NormalPerson } from '../../../hl7v2/normal-message';

/**
 * Records the laboratory's number for the ordering provider, for the list of providers to map.
 * @param counted false if the report was processed before
 * @returns the mapped provider (`uuid`)
 */
export async function noteProvider(
  tx: Tx,
  ctx: Context,
  connectionId: string,
  orderer: NormalPerson | null,
  { counted }: { counted: boolean },
): Promise<string | null> {
  const number = orderer?.id?.trim() ?? '';
  if (!orderer || number === '' || number.length > LONGEST) return null;
  const name = [orderer.family, orderer.given].filter(Boolean).join(', ');
  const [row] = await queryNamed<{ user_id: string | null }>(tx, NOTE_PROVIDER, [
    ctx.actor.orgId,
    newId(),
    connectionId,
    number,
    cut(orderer.authority?.trim() ?? ''),
    cut(name) || null,
    new Date(),
    counted ? 1 : 0,
  ]);
  return row?.user_id ?? null;
}

const LONGEST = 200;
const cut = (text: string): string => [...text].slice(0, LONGEST).join('');

const NOTE_PROVIDER = {
  name: 'note_lab_provider',
  text: `insert into lab_providers (org_id, id, connection_id, number, authority, name, first_seen_at, last_seen_at, count)
    values ($1, $2, $3, $4, $5, $6, $7, $7, $8)
    on conflict (org_id, connection_id, number, authority) do update
      set name = coalesce(excluded.name, lab_providers.name), last_seen_at = excluded.last_seen_at,
        count = lab_providers.count + excluded.count
    returning user_id`,
};
