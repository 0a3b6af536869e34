import { adtEventOf, isAdtEvent, WITHOUT_PATIENT } from './adt-events';
import type { Message } from './message';
import { problem, type Problem } from './problems';
import type { Warnings } from './warnings';

/** Whether a hospital feed's message is of an accepted type, before its processing ID is checked. */
export function findAdtTypeProblem(message: Message): Problem | null {
  const type = message.segments[0]!.text(9, 1);
  if (!/^ADT(?:_A\d\d)?$/.test(type)) return problem('not_adt');
  return isAdtEvent(adtEventOf(message)) ? null : problem('adt_event_not_accepted');
}

export function findAdtDisorder(message: Message, warnings: Warnings): Problem | null {
  if (message.first('PID')) {
    if (!message.first('EVN'))
      warnings.add('group_incomplete', null, 'There is no EVN segment; the time in MSH-7 is used.');
    return null;
  }
  return adtEventOf(message) === WITHOUT_PATIENT ? null : problem('no_patient');
}
