import type { AuditEntry } from '../audit-log/contract';
import { auditSentence } from '../audit-log/rules';
import { visitSentences, visitText, withoutRepeats, type AuditGroup } from '../audit-log/visit-rules';
import type { Clock } from './clinical-time';
import { cell, markup, type Markup } from './markup';

const AUTOMATIC = 'Automatic';

/** Null: users in the portal are the usual case. */
const TRANSPORT_WORDS: Record<AuditEntry['transport'], string | null> = {
  portal: null,
  v1: 'connected system',
  oauth: 'application',
  intake: 'laboratory or hospital message',
  admin: 'operator',
  system: 'automatic',
};

export const ACCESS_COLUMNS = ['Time', 'Who', 'Action'];

export const accessDay = (date: string): Markup =>
  markup`<tr role="row"><th role="rowheader" colspan="${ACCESS_COLUMNS.length}">${date}</th></tr> `;

/** Lists have several patients; the page is read by one of them. */
const toThePatient = (sentence: string): string =>
  sentence
    .replace(/^viewed patients\b/, 'viewed your entry')
    .replace(/\ba (?:whole )?patient record$/, 'your record');

export function accessRow(visit: AuditGroup, titles: ReadonlyMap<string, string>, clock: Clock): Markup {
  const [entry] = visit;
  const who = entry.who.name ?? (entry.who.id === 'system' ? AUTOMATIC : entry.who.id);
  const objects = new Set(visit.flatMap(({ object }) => (object && titles.get(object.id)) ?? []));
  const action = visitText(visitSentences(withoutRepeats(visit, auditSentence)).map(toThePatient));
  const how = entry.app
    ? `application ${entry.app.name ?? entry.app.id}`
    : who === AUTOMATIC && entry.transport === 'system'
      ? null
      : TRANSPORT_WORDS[entry.transport];
  return markup`<tr role="row">
    ${cell('Time', clock.span(visit.at(-1)!.at, entry.at))}
    ${cell('Who', markup`${who}${how ? markup` <span class="dim">(${how})</span>` : markup``}`)}
    ${cell(
      'Action',
      markup`${action.replace(/^./u, (first) => first.toUpperCase())}${objects.size > 0 ? markup` <span class="dim">(${[...objects].join(', ')})</span>` : markup``}`,
    )}
  </tr> `;
}
