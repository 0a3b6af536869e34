import { isFinal, type ObservationStatus, type ResultStatus } from '../../domain/lab-results/rules';
import type { PanelStatus } from '../hl7v2/normal-form';

export const isOpen = (status: ObservationStatus): boolean =>
  status === 'preliminary' || status === 'partial';

/**
 * How final a panel is, by OBR-25 and by its lines: as the least final of the two says. A panel that is called cancelled
 * and has values is as final as these are, so that no value hides behind the word.
 * @param stated null: not sent or not known
 */
export function panelStatusOf(stated: PanelStatus | null, lines: readonly ObservationStatus[]): ResultStatus {
  if (stated === 'preliminary' || stated === 'in_progress') return 'preliminary';
  if (stated === 'partial') return 'partial';
  if (lines.length === 0) return stated ?? 'preliminary';
  if (lines.every((status) => status === 'cancelled')) return 'cancelled';
  if (lines.some(isOpen)) return lines.some(isFinal) ? 'partial' : 'preliminary';
  return stated === 'corrected' || lines.includes('corrected') ? 'corrected' : 'final';
}
