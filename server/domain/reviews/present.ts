import { joinTests } from '../lab-results/rules';
import { showId, showIdOrNull } from '../../shared/ids';
import type { ReportRow } from './access';
import type { ReviewedReport } from './contract';
import { groupOfRank } from './rules';

export const titleOf = ({ panels }: Pick<ReportRow, 'panels'>): string =>
  joinTests(panels.map(({ name }) => name)) || 'Laboratory report';

export const presentReviewed = (row: ReportRow): ReviewedReport => ({
  id: showId('lab_result', row.id),
  object: 'reviewed_report',
  patient_id: showId('patient', row.patientId),
  version: row.version,
  group: row.inboxRank === null ? null : groupOfRank(row.inboxRank),
  reviewer_id: showIdOrNull('user', row.reviewerId),
});
