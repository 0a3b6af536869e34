import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { LabResult } from './contract';
import { readReport } from './get-lab-result';

/**
 * Portal: one report for printing. A separate operation, so that the audit log shows printing.
 * @throws DomainError `not_found`
 */
export function printLabResult(ctx: Context, { id }: { id: string }): Promise<LabResult> {
  return perform(
    ctx,
    { action: 'print_lab_result', kind: 'read', scope: 'labs:read', peopleOnly: true },
    (tx) => readReport(tx, ctx, { id }),
  );
}
