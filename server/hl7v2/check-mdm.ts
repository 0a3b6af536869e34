import { mdmEvent, mdmEventOf } from './mdm-events';
import type { Message } from './message';
import { problem, type Problem } from './problems';

export const findMdmEventProblem = (message: Message): Problem | null =>
  mdmEvent(mdmEventOf(message)) === null ? problem('mdm_event_not_accepted') : null;

export function findMdmDisorder(message: Message): Problem | null {
  if (!message.first('PID')) return problem('no_patient');
  return message.first('TXA') ? null : problem('no_document');
}
