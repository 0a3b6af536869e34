import type { Observation } from '@/server/domain/lab-results/contract';

/** Where a result line stands, in the words of a report. */
export const LINE_STATUS_WORDS: Record<Observation['status'], string> = {
  preliminary: 'Preliminary',
  partial: 'Partial',
  final: 'Final',
  corrected: 'Corrected',
  cancelled: 'Not performed',
  deleted: 'Withdrawn',
  wrong: 'Withdrawn, wrong patient',
};
