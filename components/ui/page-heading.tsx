import type { ReactNode } from 'react';
import { Icon } from './icons';
import { TextLink } from './text-link';

interface PageHeadingProps {
  title: string;
  children?: ReactNode;
  actions?: ReactNode;
  /** The page above this one. */
  parent?: Parent;
}

interface Parent {
  href: string;
  label: string;
  /** What this page edits, for an error after another user has deleted it: "webhook". */
  record?: string;
}

export const ParentLink = ({ href, label, record }: Parent) => (
  <TextLink href={href} data-record={record} className="inline-flex min-h-6 items-center gap-1 wrap-anywhere">
    <Icon name="chevron" className="size-3 shrink-0 rotate-90" />
    <bdi>{label}</bdi>
  </TextLink>
);

export function PageHeading({ title, children, actions, parent }: PageHeadingProps) {
  return (
    <div className="mb-5 short:mb-2 flex flex-wrap items-end justify-between gap-x-6 gap-y-3">
      <div className="min-w-0">
        {parent ? (
          <p className="mb-1 print:hidden">
            <ParentLink {...parent} />
          </p>
        ) : null}
        <h1 tabIndex={-1} className="text-title font-semibold short:text-section">
          {title}
        </h1>
        {children ? <div className="text-ink-2">{children}</div> : null}
      </div>
      {actions ? (
        <div className="flex flex-wrap gap-2 short:pointer-fine:*:min-h-8 print:hidden">{actions}</div>
      ) : null}
    </div>
  );
}

export function SectionHeading({ id, title, actions }: { id?: string; title: string; actions?: ReactNode }) {
  return (
    <div className="mb-1 flex flex-wrap items-baseline justify-between gap-x-4">
      <h2 id={id} className="text-section font-semibold">
        {title}
      </h2>
      {actions}
    </div>
  );
}
