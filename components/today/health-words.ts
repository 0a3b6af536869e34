/** Health of the audit and of document storage in one sentence each. */
import type { TodayHealth } from '@/server/domain/today/contract';
import { CHECKED_WITHIN_MS, SEALED_WITHIN_MS } from '@/server/domain/today/rules';
import type { Format } from '../format/format';
import { count } from '../format/numbers';

export interface HealthWords {
  sentence: string;
  hasProblem: boolean;
  /** Next to a problem: what needs no action. */
  counts?: string;
}

export function auditInWords(
  { sealed_at: sealed, unsealed_since: since }: TodayHealth['audit'],
  format: Format,
  now: number,
): HealthWords {
  if (since !== null && now - Date.parse(since) > SEALED_WITHIN_MS)
    return {
      sentence: `Entries since ${format.instant(since)} are not sealed. Check the worker process.`,
      hasProblem: true,
    };
  return {
    sentence: sealed === null ? 'No entries yet.' : `All entries sealed, last at ${format.instant(sealed)}.`,
    hasProblem: false,
  };
}

export function documentsInWords(
  { unchecked, unchecked_since: since, quarantined, per_hour }: TodayHealth['documents'],
  format: Format,
  now: number,
): HealthWords {
  const isLate = since !== null && now - Date.parse(since) > CHECKED_WITHIN_MS;
  const filed = per_hour.reduce((sum, number) => sum + number, 0);
  return {
    sentence: [
      isLate
        ? `${count(unchecked, 'document')} without a malware scan since ${format.instant(since)}.`
        : unchecked > 0
          ? `${count(unchecked, 'malware scan')} in progress.`
          : 'No malware scans in progress.',
      ...(quarantined > 0 ? [`${count(quarantined, 'document')} quarantined in 7 days.`] : []),
      `${filed} received in 24 h.`,
    ].join(' '),
    hasProblem: isLate || quarantined > 0,
  };
}
