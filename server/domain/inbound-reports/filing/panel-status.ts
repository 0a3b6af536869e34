import { isFinal } from '../../lab-results/rules';
import type { ObservationStatus, ResultStatus } from '../../../data-types/lab-result-codes';
import type { PanelStatus } from '../../../hl7v2/normal-message';

export const isOpen = (status: ObservationStatus): boolean =>
  status === 'preliminary' || status === 'partial';

/**
 * Status of a panel: the less final of OBR-25 and its lines. A canceled panel with values has the status of the
 * values, so that no value is hidden.
 * @param stated null: not sent or unknown
 */
export function panelStatusOf(stated: PanelStatus | null, lines: readonly ObservationStatus[]): ResultStatus {
  if (stated === 'preliminary' || stated === 'in_progress') return 'preliminary';
  if (stated === 'partial') return 'partial';
  if (lines.length === 0) return stated ?? 'preliminary';
  if (lines.every((status) => status === 'cancelled')) return 'cancelled';
  if (lines.some(isOpen)) return lines.some(isFinal) ? 'partial' : 'preliminary';
  return stated === 'corrected' || lines.includes('corrected') ? 'corrected' : 'final';
}
