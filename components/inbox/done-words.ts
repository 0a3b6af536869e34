import { isolate } from '../format/isolate';
import type { DoneByOther } from './open-report-state';

/**
 * "Signed by Dr. Example", "Assigned to you by Dr. Example"
 * @param self `usr_…` of the user
 */
export function doneWords(done: DoneByOther, self?: string): string {
  const by = `by ${isolate(done.name)}`;
  if (done.act !== 'assigned') return `${done.act === 'seen' ? 'Marked as seen' : 'Signed'} ${by}`;
  if (!done.to) return `Returned to the group ${by}`;
  const to = done.to.id === self ? 'you' : isolate(done.to.name);
  return `Assigned to ${to}${done.bySelf ? '' : ` ${by}`}`;
}
