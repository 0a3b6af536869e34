import type { Context } from '../../shared/context';
import { readId } from '../../shared/ids';
import { openPage } from '../../shared/paging';
import { perform } from '../../shared/perform';
import { hasText, type TextSearch } from '../../shared/text-search';
import { allMembers, PRACTITIONERS, type Member } from './access';
import { presentPractitioner, type Practitioner } from './present';

/** Each list: one of its entries must match. */
export interface PractitionerSearch {
  limit: number;
  cursor?: string | undefined;
  /** `usr_…` */
  ids?: string[][] | undefined;
  names?: TextSearch[][] | undefined;
}

/** Names of current and former members, without addresses. @throws DomainError `invalid_cursor` */
export function listPractitioners(
  ctx: Context,
  input: PractitionerSearch,
): Promise<{ data: Practitioner[]; next_cursor: string | null }> {
  return perform(ctx, { action: 'list_practitioners', kind: 'list', ...PRACTITIONERS }, async (tx) => {
    const page = openPage<Member>(ctx, 'practitioners', input);
    const [after] = page.after ?? [];
    const ids = input.ids?.map((list) => new Set(list.map((id) => readId('user', id))));
    // An organization has hundreds of members at most.
    const found = (await allMembers(tx, ctx)).filter(
      ({ user }) =>
        (after === undefined || user.id > String(after)) &&
        (ids ?? []).every((list) => list.has(user.id)) &&
        (input.names ?? []).every((list) => list.some((search) => hasText(user.name, search))),
    );
    const { data, next_cursor } = page.close(
      found.slice(0, page.limit + 1),
      ({ user }) => [user.id],
      presentPractitioner,
    );
    return { output: { data, next_cursor }, audit: { objectKind: 'user', detail: { count: data.length } } };
  });
}
