/** Identifies what a page shows of the reports of a patient, to notice others. */
import type { LabResultSummaryList } from '@/server/domain/lab-results/contract';
import type { FlowSheet } from '@/server/domain/lab-results/history-contract';

/** A new version is another key. */
export const keysOfList = ({ data }: Pick<LabResultSummaryList, 'data'>): string[] =>
  data.map(({ id, version }) => `${id} ${version}`);

/** A corrected value is another key. */
export function keysOfSheet({ columns, groups }: Pick<FlowSheet, 'columns' | 'groups'>): string[] {
  const values = groups.flatMap(({ rows }) => rows.flatMap(({ cells }) => cells.flat()));
  const textOf = (id: string) =>
    values
      .flatMap(({ result_id, value_text, interpretation }) =>
        result_id === id ? [value_text, interpretation] : [],
      )
      .join(' ');
  return columns.flatMap(({ result_ids }) => result_ids.map((id) => `${id} ${checksum(textOf(id))}`));
}

const checksum = (text: string): number => {
  let sum = 0;
  for (const letter of text) sum = (sum * 31 + letter.codePointAt(0)!) | 0;
  return sum;
};

export const idOf = (key: string): string => key.split(' ', 1)[0]!;
