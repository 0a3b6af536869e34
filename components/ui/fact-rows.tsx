/** Facts of an area by group: name, value, and the link that changes it. */
import type { ReactNode } from 'react';
import { TextLink } from './text-link';

export interface FactRow {
  title: string;
  /** Of the title; omitted if only the action is a link. */
  href?: string;
  value: ReactNode;
  action?:
    | { href: string; words: string; /** If other links have the same words. */ name?: string }
    | undefined;
}

interface FactGroup {
  id: string;
  title: string;
  rows: readonly FactRow[];
}

/** Two columns on wide screens, in reading order. */
export const FactColumns = ({ groups }: { groups: readonly FactGroup[] }) => (
  <div className="xl:columns-2 xl:gap-x-16">
    {groups.map((group) => (
      <FactRows key={group.id} {...group} />
    ))}
  </div>
);

export function FactRows({ id, title, rows }: FactGroup) {
  return (
    <section aria-labelledby={id} className="mb-7 break-inside-avoid">
      <h2 id={id} className="mb-0.5 text-section font-semibold">
        {title}
      </h2>
      <dl className="border-t border-line">
        {rows.map(({ title: name, href, value, action }) => (
          <div
            key={name}
            className="grid grid-cols-[minmax(0,1fr)_auto] items-start gap-x-4 border-b border-line py-1.5 sm:grid-cols-[13rem_minmax(0,1fr)_auto]"
          >
            <dt className="font-semibold">
              {href ? (
                <TextLink href={href} className="target inline-flex min-h-6 items-center">
                  {name}
                </TextLink>
              ) : (
                name
              )}
            </dt>
            <dd className="wrap-anywhere max-sm:order-last max-sm:col-span-2">{value}</dd>
            {action ? (
              <dd>
                <TextLink
                  href={action.href}
                  aria-label={action.name}
                  className="target inline-flex min-h-6 items-center"
                >
                  {action.words}
                </TextLink>
              </dd>
            ) : null}
          </div>
        ))}
      </dl>
    </section>
  );
}
