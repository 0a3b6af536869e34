import type { CatalogTest } from '../domain/catalog/contract';
import { listCatalogInput } from '../domain/catalog/contract';
import { listCatalog } from '../domain/catalog/list-catalog';
import type { Context } from '../shared/context';
import { DomainError } from '../errors/domain-error';
import { showId } from '../shared/ids';
import type { LabOrder } from '../domain/lab-orders/contract';
import { getLabOrder } from '../domain/lab-orders/get-lab-order';
import type { LabResult } from '../domain/lab-results/contract';
import { getLabResult } from '../domain/lab-results/get-lab-result';
import { isFinal } from '../domain/lab-results/rules';
import { findOrganization } from '../domain/organizations/find-organization';
import { sendSimulated } from '../demo/simulator/send-simulated';
import {
  fillerNumber,
  KINDS,
  simulateCorrection,
  simulateReport,
  type Kind,
} from '../domain/sandboxes/simulator/simulate-report';
import { oneOf, type Command } from './arguments';
import { inOwner } from './organizations';

/** Sends simulated results for an order through the whole intake. Only for demo and sandbox organizations. */
export const labSimulate: Command = {
  name: 'lab simulate',
  flags: {
    order: { value: 'ord_…', required: true },
    kind: { value: KINDS.join('|'), required: true },
    org: { value: 'SLUG' },
  },
  run(given) {
    const kind = oneOf('kind', given.need('kind'), KINDS);
    return inOwner(given.get('org'), (ctx) => simulate(ctx, given.need('order'), kind));
  },
};

export async function simulate(ctx: Context, orderId: string, kind: Kind): Promise<object> {
  const order = await getLabOrder(ctx, { id: orderId });
  const organization = await findOrganization(showId('organization', ctx.actor.orgId));
  if (!organization.demo && !organization.sandboxOf)
    throw new DomainError(
      'invalid_state',
      'Results can be simulated only in demo and sandbox organizations.',
    );
  const catalog = await wholeCatalog(ctx);
  const report =
    kind === 'corrected'
      ? simulateCorrection(order, catalog, await finalReport(ctx, order))
      : simulateReport(order, catalog, kind);
  if (!report) throw new DomainError('invalid_state', 'The result has no value to correct.');
  return sendSimulated(ctx, report, {
    orderNumber: order.order_number,
    sandbox: organization.sandboxOf !== null,
  });
}

async function finalReport(ctx: Context, order: LabOrder): Promise<LabResult> {
  for (const id of order.result_ids) {
    const result = await getLabResult(ctx, { id });
    if (result.filler_order_number === fillerNumber(order) && isFinal(result.status)) return result;
  }
  throw new DomainError(
    'invalid_state',
    'The order has no final simulated result. Simulate a normal, abnormal or critical one first.',
  );
}

async function wholeCatalog(ctx: Context): Promise<CatalogTest[]> {
  const all: CatalogTest[] = [];
  let cursor: string | undefined;
  do {
    const page = await listCatalog(
      ctx,
      listCatalogInput.parse({ limit: 100, ...(cursor ? { cursor } : {}) }),
    );
    all.push(...page.data);
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return all;
}
