'use client';
/** Turns the flow sheet around, and remembers it for the next one. Without scripts it only turns. */
import { TextLink } from '../ui/text-link';
import { rememberFlowOrder } from './flow-order';

interface FlowDirectionProps {
  person: string;
  newestFirst: boolean;
  /** Address of the sheet turned around. */
  href: string;
}

export function FlowDirection({ person, newestFirst, href }: FlowDirectionProps) {
  return (
    <TextLink
      href={href}
      onClick={() => rememberFlowOrder(person, !newestFirst)}
      className="inline-flex min-h-10 items-center"
    >
      {newestFirst ? 'Put the oldest first' : 'Put the newest first'}
    </TextLink>
  );
}
