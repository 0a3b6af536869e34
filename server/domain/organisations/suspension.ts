import { showId } from '../../shared/ids';
import type { OrganisationRow } from './find-organisation';

export interface Suspension {
  id: string;
  object: 'organisation';
  slug: string;
  suspended_at: string | null;
}

export const presentSuspension = ({ id, slug, suspendedAt }: OrganisationRow): Suspension => ({
  id: showId('organisation', id),
  object: 'organisation',
  slug,
  suspended_at: suspendedAt?.toISOString() ?? null,
});
