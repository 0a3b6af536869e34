import type { AuditEntry } from '../audit-log/contract';
import { auditSentence } from '../audit-log/rules';
import type { Clock } from './clinical-time';
import type { AccessRow } from './fold-log-views';
import { markup, type Markup } from './markup';

const TRANSPORT_WORDS: Record<AuditEntry['transport'], string> = {
  portal: 'Portal',
  v1: 'Connected system',
  oauth: 'Application',
  intake: 'Laboratory or hospital message',
  admin: 'Operator',
  system: 'Automatic',
};

export function accessRow(
  { entry, times }: AccessRow,
  titles: ReadonlyMap<string, string>,
  clock: Clock,
): Markup {
  const who = entry.who.name ?? (entry.who.id === 'system' ? 'Automatic' : entry.who.id);
  return markup`<tr>
    <td>${clock.time(entry.at)}</td>
    <td>
      ${who}${entry.app ? markup` <span class="dim">with ${entry.app.name ?? entry.app.id}</span>` : markup``}
    </td>
    <td>${TRANSPORT_WORDS[entry.transport]}</td>
    <td>${auditSentence(entry)}${times > 1 ? ` ${times} times` : ''}</td>
    <td>${entry.object && titles.get(entry.object.id)}</td>
  </tr> `;
}
