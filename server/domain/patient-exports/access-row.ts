import type { AuditEntry } from '../audit-log/contract';
import { auditSentence } from '../audit-log/rules';
import { visitSentences, withoutRepeats, type AuditGroup } from '../audit-log/visit-rules';
import type { Clock } from './clinical-time';
import { cell, markup, type Markup } from './markup';

const AUTOMATIC = 'Automatic';

const TRANSPORT_WORDS: Record<AuditEntry['transport'], string> = {
  portal: 'Portal',
  v1: 'Connected system',
  oauth: 'Application',
  intake: 'Laboratory or hospital message',
  admin: 'Operator',
  system: AUTOMATIC,
};

export const ACCESS_COLUMNS = ['Time', 'Who', 'How', 'Action', 'Item'];

/** Lists have several patients; the page is read by one of them. */
const toThePatient = (sentence: string): string =>
  sentence
    .replace(/^viewed patients\b/, 'viewed your entry')
    .replace(/\ba (?:whole )?patient record$/, 'your record');

export function accessRow(visit: AuditGroup, titles: ReadonlyMap<string, string>, clock: Clock): Markup {
  const [entry] = visit;
  const who = entry.who.name ?? (entry.who.id === 'system' ? AUTOMATIC : entry.who.id);
  const objects = new Set(visit.flatMap(({ object }) => (object && titles.get(object.id)) ?? []));
  const action = visitSentences(withoutRepeats(visit, auditSentence)).map(toThePatient).join(', ');
  return markup`<tr role="row">
    ${cell('Time', clock.time(entry.at))}
    ${cell('Who', markup`${who}${entry.app ? markup` <span class="dim">with ${entry.app.name ?? entry.app.id}</span>` : markup``}`)}
    ${cell('How', who === AUTOMATIC && entry.transport === 'system' ? null : TRANSPORT_WORDS[entry.transport])}
    ${cell(
      'Action',
      action.replace(/^./u, (first) => first.toUpperCase()),
    )}
    ${cell('Item', markup`${[...objects].map((title, nth) => markup`${nth > 0 ? markup`<br />` : markup``}${title}`)}`)}
  </tr> `;
}
