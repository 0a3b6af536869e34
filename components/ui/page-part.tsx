/** A part of a page or, if it failed to load, its error. A failed part must not look like an empty one. */
import type { ReactNode } from 'react';
import type { Loaded, ShownError } from './error-message';
import { ErrorPanel } from './error-panel';
import { TextLink } from './text-link';

interface FailedPartProps {
  /** Subject of "could not be loaded", such as "Documents". */
  what: string;
  error: ShownError;
  /** The page that retries. */
  again: string;
  /** What is not affected. */
  rest?: string;
  className?: string;
}

export const FailedPart = ({
  what,
  error,
  again,
  rest = 'Everything else on this page is complete.',
  className,
}: FailedPartProps) => (
  <div className={className}>
    <ErrorPanel
      title={`${what} could not be loaded. ${rest}`}
      detail={error.sentence}
      requestId={error.requestId}
    >
      <TextLink href={again} className="inline-flex min-h-6 items-center">
        Try again
      </TextLink>
    </ErrorPanel>
  </div>
);

interface PagePartProps<T> extends Omit<FailedPartProps, 'error'> {
  read: Loaded<T>;
  children: (value: T) => ReactNode;
}

export const PagePart = <T,>({ read, children, ...failed }: PagePartProps<T>) =>
  read.error ? <FailedPart {...failed} error={read.error} /> : children(read.value);
