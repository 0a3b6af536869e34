import type { Message } from './message';

/**
 * What a trigger event of a document message (MDM) means (HL7 v2.5.1, chapter 9).
 * - `original`, `addendum`, `edit`, `replacement`: the message has a document with its content.
 * - `status`: the status of a known document; with content (T04), a version of it.
 * - `none`: the sender has created a document that this message does not contain.
 * - `addendum_notice`, `edit_notice`, `replacement_notice`: the same about a change to a known document.
 * - `cancel`: the document is withdrawn.
 */
export type MdmEffect =
  | 'none'
  | 'original'
  | 'status'
  | 'addendum_notice'
  | 'addendum'
  | 'edit_notice'
  | 'edit'
  | 'replacement_notice'
  | 'replacement'
  | 'cancel';

const EVENTS: Readonly<Record<string, { effect: MdmEffect; hasContent: boolean }>> = {
  T01: { effect: 'none', hasContent: false },
  T02: { effect: 'original', hasContent: true },
  T03: { effect: 'status', hasContent: false },
  T04: { effect: 'status', hasContent: true },
  T05: { effect: 'addendum_notice', hasContent: false },
  T06: { effect: 'addendum', hasContent: true },
  T07: { effect: 'edit_notice', hasContent: false },
  T08: { effect: 'edit', hasContent: true },
  T09: { effect: 'replacement_notice', hasContent: false },
  T10: { effect: 'replacement', hasContent: true },
  T11: { effect: 'cancel', hasContent: false },
};

export const mdmEvent = (event: string): { effect: MdmEffect; hasContent: boolean } | null =>
  Object.hasOwn(EVENTS, event) ? EVENTS[event]! : null;

/** Some senders write the structure, MDM_T02, in MSH-9.1. */
export const isMdmType = (type: string): boolean => /^MDM(?:_T\d\d)?$/.test(type);

/** MSH-9.2, else EVN-1, else the structure in MSH-9.1. */
export function mdmEventOf(message: Message): string {
  const header = message.segments[0]!;
  return header.text(9, 2) || (message.first('EVN')?.text(1) ?? '') || header.text(9, 1).slice(4);
}
