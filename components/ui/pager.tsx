/** Forward paging by cursor: next page, and back to the first. Plain links, so that it works without scripts. */
import { LinkButton } from './link-button';

interface PagerProps {
  path: string;
  /** Query of the list without the cursor. */
  query: Record<string, string | undefined>;
  next: string | null;
  isFirst: boolean;
}

/** URL of a list with its query. */
export function hrefOf(path: string, query: Record<string, string | undefined>): string {
  const params = new URLSearchParams();
  for (const [name, value] of Object.entries(query)) if (value) params.set(name, value);
  const text = params.toString();
  return text ? `${path}?${text}` : path;
}

export function Pager({ path, query, next, isFirst }: PagerProps) {
  if (!next && isFirst) return null;
  return (
    <nav aria-label="Pages" className="mt-4 flex flex-wrap gap-2">
      {isFirst ? null : (
        <LinkButton href={hrefOf(path, query)} weight="secondary">
          First page
        </LinkButton>
      )}
      {next ? (
        <LinkButton href={hrefOf(path, { ...query, cursor: next })} weight="secondary">
          Next page
        </LinkButton>
      ) : null}
    </nav>
  );
}
