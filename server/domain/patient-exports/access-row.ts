import type { AuditEntry } from '../audit-log/contract';
import { auditSentence } from '../audit-log/rules';
import { visitSentences, withoutRepeats, type AuditGroup } from '../audit-log/visit-rules';
import type { Clock } from './clinical-time';
import { markup, type Markup } from './markup';

const TRANSPORT_WORDS: Record<AuditEntry['transport'], string> = {
  portal: 'Portal',
  v1: 'Connected system',
  oauth: 'Application',
  intake: 'Laboratory or hospital message',
  admin: 'Operator',
  system: 'Automatic',
};

/** Lists have several patients; the page is read by one of them. */
const toThePatient = (sentence: string): string =>
  sentence
    .replace(/^viewed patients\b/, 'viewed your entry')
    .replace(/\ba (?:whole )?patient record$/, 'your record');

export function accessRow(visit: AuditGroup, titles: ReadonlyMap<string, string>, clock: Clock): Markup {
  const [entry] = visit;
  const who = entry.who.name ?? (entry.who.id === 'system' ? 'Automatic' : entry.who.id);
  const objects = new Set(visit.flatMap(({ object }) => (object && titles.get(object.id)) ?? []));
  return markup`<tr>
    <td>${clock.time(entry.at)}</td>
    <td>
      ${who}${entry.app ? markup` <span class="dim">with ${entry.app.name ?? entry.app.id}</span>` : markup``}
    </td>
    <td>${TRANSPORT_WORDS[entry.transport]}</td>
    <td>${visitSentences(withoutRepeats(visit, auditSentence))
      .map(toThePatient)
      .join(', ')
      .replace(/^./u, (first) => first.toUpperCase())}</td>
    <td>${[...objects].map((title, nth) => markup`${nth > 0 ? markup`<br />` : markup``}${title}`)}</td>
  </tr> `;
}
