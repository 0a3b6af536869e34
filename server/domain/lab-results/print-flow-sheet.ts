import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { readSheet } from './get-flow-sheet';
import type { FlowSheet, GetFlowSheetInput } from './history-contract';

/**
 * Portal: the flow sheet for printing. A separate operation, so that the audit log shows printing.
 * @throws DomainError `not_found`
 */
export function printFlowSheet(ctx: Context, input: GetFlowSheetInput): Promise<FlowSheet> {
  return perform(
    ctx,
    { action: 'print_flow_sheet', kind: 'read', scope: 'labs:read', peopleOnly: true },
    (tx) => readSheet(tx, ctx, input),
  );
}
