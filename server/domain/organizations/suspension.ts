import { showId } from '../../shared/ids';
import type { OrganizationRow } from './find-organization';

export interface Suspension {
  id: string;
  object: 'organization';
  slug: string;
  suspended_at: string | null;
}

export const presentSuspension = ({ id, slug, suspendedAt }: OrganizationRow): Suspension => ({
  id: showId('organization', id),
  object: 'organization',
  slug,
  suspended_at: suspendedAt?.toISOString() ?? null,
});
