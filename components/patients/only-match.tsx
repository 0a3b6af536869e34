/** A search that found one patient only has opened the chart: what was searched for, and the way back to the list. */
import { hrefOf } from '../ui/pager';
import { TextLink } from '../ui/text-link';

interface OnlyMatchProps {
  /** What was searched for; undefined: the chart was opened otherwise. */
  q: string | undefined;
}

export const OnlyMatch = ({ q }: OnlyMatchProps) =>
  q ? (
    <p className="mb-4 wrap-anywhere">
      The only patient that matches “<bdi>{q}</bdi>”.{' '}
      <TextLink href={hrefOf('/patients', { q })}>Show it in the list</TextLink>
    </p>
  ) : null;
