import { perform } from '../shared/perform';
import type { Context } from '../shared/context';
import type { LabResult } from './contract';
import { readReport } from './get-lab-result';

/** Portal: one report for paper, which leaves the house: an act of its own. @throws DomainError `not_found` */
export function printLabResult(ctx: Context, { id }: { id: string }): Promise<LabResult> {
  return perform(
    ctx,
    { action: 'print_lab_result', kind: 'read', scope: 'labs:read', peopleOnly: true },
    (tx) => readReport(tx, ctx, { id }),
  );
}
