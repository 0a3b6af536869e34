/** A filed report or document of which a newer version is unmatched. */
import { Notice } from '../ui/notice';
import { TextLink } from '../ui/text-link';

export const HeldVersion = ({ href }: { href: string }) => (
  <Notice kind="problem" word="Newer version" className="mb-3 max-w-prose">
    It is held for review. <TextLink href={href}>Open unmatched version</TextLink>
  </Notice>
);
