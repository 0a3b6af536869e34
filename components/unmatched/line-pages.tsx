/** Which lines of a long report are shown, and links to the others. */
import { LINES_PER_PAGE } from '@/server/domain/inbound-reports/rules';
import { LinkButton } from '../ui/link-button';

/** Address of a page of lines, from 1. */
export type LinePageHref = (page: number) => string;

interface LinePagesProps {
  /** Heading of the section. */
  of: string;
  /** Lines of the whole report. */
  total: number;
  page: number;
  href: LinePageHref;
}

const counted = new Intl.NumberFormat('en-US');

export function LinePages({ of, total, page, href }: LinePagesProps) {
  const pages = Math.ceil(total / LINES_PER_PAGE);
  if (pages < 2) return null;
  const from = (page - 1) * LINES_PER_PAGE + 1;
  const to = Math.min(page * LINES_PER_PAGE, total);
  return (
    <nav aria-label={`Lines: ${of}`} className="mb-5">
      <p className="mb-2">
        {from > total
          ? `No more lines. The report has ${counted.format(total)}.`
          : `Lines ${counted.format(from)} to ${counted.format(to)} of ${counted.format(total)}.`}
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
