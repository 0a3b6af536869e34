import { queryNamed } from '../db/prepared';
import type { Tx } from '../db/transaction';
import type { Context } from '../shared/context';
import { newId } from '../shared/ids';

/** Held items of messages, which users decide. */
export const HELD_KINDS = ['inbound_report', 'inbound_document', 'inbound_patient_update'] as const;
export type HeldKind = (typeof HELD_KINDS)[number];

/** In the outbox, but no events: they are neither listed nor delivered. */
export const PAGE_NOTICES = HELD_KINDS.map((kind) => `portal.${kind}` as const);
export type PageNotice = (typeof PAGE_NOTICES)[number];

const INSERT_NOTICE = {
  name: 'insert_page_notice',
  text: `insert into events (org_id, id, type, object_kind, object_id, sequence, body, created_at)
    values ($1, $2, $3, $4, $5, 0, '{}', now())`,
};

/** Open pages of the portal learn that a held item was decided, returned or replaced. `id`: `uuid` */
export async function notifyPages(tx: Tx, ctx: Context, kind: HeldKind, id: string): Promise<void> {
  const type: PageNotice = `portal.${kind}`;
  await queryNamed(tx, INSERT_NOTICE, [ctx.actor.orgId, newId(), type, kind, id]);
}
