import { and } from 'drizzle-orm';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import { findPatient } from '../patients/access';
import type { ExportFlowSheetInput, FlowSheetFile } from './history-contract';
import { flowSheetCsv } from './flow-sheet-file';
import { inPanel } from './get-flow-sheet';
import { ofPatient, panelsOfPatient, readHistory } from './history';

const MOST_VALUES = 50_000;

/**
 * Portal: all values of the flow sheet as a file, one line per value, oldest first.
 * @throws DomainError `not_found`, `payload_too_large`
 */
export function exportFlowSheet(ctx: Context, input: ExportFlowSheetInput): Promise<FlowSheetFile> {
  return perform(ctx, { action: 'export_flow_sheet', kind: 'download', scope: 'labs:read' }, async (tx) => {
    const patient = await findPatient(tx, ctx, input.patient_id);
    const panels = input.panel === undefined ? [] : await panelsOfPatient(tx, ctx, patient.id);
    const scope = and(ofPatient(ctx, patient.id), inPanel(ctx, patient.id, panels, input.panel))!;
    const lines = await readHistory(tx, scope, MOST_VALUES + 1);
    if (lines.length > MOST_VALUES)
      throw new DomainError(
        'payload_too_large',
        'The flow sheet has more than 50,000 values. Choose a panel.',
      );
    return {
      output: {
        file_name: `results-${patient.mrn.replace(/[^\w-]+/g, '_')}.csv`,
        content: flowSheetCsv(lines),
      },
      audit: {
        objectKind: 'patient',
        objectId: patient.id,
        patientIds: [patient.id],
        detail: { values: lines.length },
      },
    };
  });
}
