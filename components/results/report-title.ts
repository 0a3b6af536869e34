import type { LabResult } from '@/server/domain/lab-results/contract';

export const reportTitle = ({ panels }: Pick<LabResult, 'panels'>): string =>
  panels.map((panel) => panel.name).join(', ') || 'Lab report';
