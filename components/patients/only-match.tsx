/** After a search with one match, which opens the chart: the search and a link back to it. */
import { hrefOf } from '../ui/pager';
import { TextLink } from '../ui/text-link';

interface OnlyMatchProps {
  q: string | undefined;
}

export const OnlyMatch = ({ q }: OnlyMatchProps) =>
  q ? (
    <p className="mb-4 wrap-anywhere">
      1 match for “<bdi>{q}</bdi>”. <TextLink href={hrefOf('/patients', { q })}>Back to search</TextLink>
    </p>
  ) : null;
