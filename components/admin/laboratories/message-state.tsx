/** Problems have an icon and the color of abnormal values, never red. */
import type { MessageState } from '@/server/data-types/inbound-message-codes';
import { Icon } from '../../ui/icons';
import { MESSAGE_WORDS } from './message-words';

export function MessageStateWord({ state }: { state: MessageState }) {
  const { word, hasProblem } = MESSAGE_WORDS[state];
  return (
    <span
      className={
        hasProblem ? 'inline-flex items-baseline gap-1.5 font-semibold text-abnormal' : 'font-semibold'
      }
    >
      {hasProblem ? <Icon name="problem" className="size-4 shrink-0 self-center" /> : null}
      {word}
    </span>
  );
}
