'use client';
/** Reverses the flow sheet and remembers the order. Without scripts it only reverses. */
import { TextLink } from '../ui/text-link';
import { rememberFlowOrder } from './flow-order';

interface FlowDirectionProps {
  person: string;
  newestFirst: boolean;
  /** URL of the reversed sheet. */
  href: string;
}

export function FlowDirection({ person, newestFirst, href }: FlowDirectionProps) {
  return (
    <TextLink
      href={href}
      onClick={() => rememberFlowOrder(person, !newestFirst)}
      className="mb-4 short:mb-2 inline-flex min-h-10 short:pointer-fine:min-h-8 items-center"
    >
      {newestFirst ? 'Oldest first' : 'Newest first'}
    </TextLink>
  );
}
