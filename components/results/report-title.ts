import { joinTests } from '@/server/domain/lab-results/rules';
import type { LabResult } from '@/server/domain/lab-results/contract';

export const reportTitle = ({ panels }: Pick<LabResult, 'panels'>): string =>
  joinTests(panels.map((panel) => panel.name)) || 'Lab report';
