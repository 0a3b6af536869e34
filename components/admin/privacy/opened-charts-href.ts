import type { UnusualAccess } from '@/server/domain/privacy-report/contract';
import type { Format } from '../../format/format';
import { hrefOf } from '../../ui/pager';

/** The audit log of the charts that a user opened, of a pattern about several patients. */
export const openedChartsHref = (
  { sign, user_id, first_at, last_at }: Pick<UnusualAccess, 'sign' | 'user_id' | 'first_at' | 'last_at'>,
  format: Format,
): string =>
  hrefOf('/admin/audit', {
    topic: sign === 'at_night' ? 'charts_at_night' : 'charts',
    who: user_id,
    from: format.dayOf(first_at),
    to: format.dayOf(last_at),
  });
