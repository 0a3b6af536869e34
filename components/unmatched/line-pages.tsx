/** Pages of the lines of a long report. */
import { LINES_PER_PAGE } from '@/server/domain/inbound-reports/rules';
import { LinkButton } from '../ui/link-button';

/** URL of a page of lines, from 1. */
export type LinePageHref = (page: number) => string;

interface LinePagesProps {
  /** Its heading. */
  section: string;
  /** Lines of the whole report. */
  total: number;
  page: number;
  href: LinePageHref;
}

const number = new Intl.NumberFormat('en-US');

export function LinePages({ section, total, page, href }: LinePagesProps) {
  const pages = Math.ceil(total / LINES_PER_PAGE);
  if (pages < 2) return null;
  const from = (page - 1) * LINES_PER_PAGE + 1;
  const to = Math.min(page * LINES_PER_PAGE, total);
  return (
    <nav aria-label={`Lines: ${section}`} className="mb-5">
      <p className="mb-2">
        {from > total
          ? `No more lines. The report has ${number.format(total)}.`
          : `Lines ${number.format(from)} to ${number.format(to)} of ${number.format(total)}.`}
      </p>
      <div className="flex flex-wrap gap-2">
        {page > 1 ? (
          <LinkButton href={href(Math.min(page - 1, pages))} weight="secondary">
            Previous lines
          </LinkButton>
        ) : null}
        {page < pages ? (
          <LinkButton href={href(page + 1)} weight="secondary">
            Next lines
          </LinkButton>
        ) : null}
      </div>
    </nav>
  );
}
