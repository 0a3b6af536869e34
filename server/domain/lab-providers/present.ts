import type { labProviders } from '../../db/schema/index';
import { showId } from '../../shared/ids';
import type { LabProvider } from './contract';

export type LabProviderRow = typeof labProviders.$inferSelect;

/** @param names of users, by `usr_…` */
export function presentLabProvider(
  row: LabProviderRow,
  laboratory: string,
  names: ReadonlyMap<string, string>,
): LabProvider {
  const person = row.userId && showId('user', row.userId);
  return {
    id: showId('lab_provider', row.id),
    object: 'lab_provider',
    connection_id: showId('lab_connection', row.connectionId),
    laboratory,
    number: row.number,
    authority: row.authority || null,
    name: row.name,
    person: person ? { id: person, name: names.get(person) ?? 'A former member' } : null,
    first_seen_at: row.firstSeenAt.toISOString(),
    last_seen_at: row.lastSeenAt.toISOString(),
    count: row.count,
    mapped_at: row.mappedAt?.toISOString() ?? null,
  };
}
