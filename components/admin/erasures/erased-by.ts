import type { Erasure } from '@/server/domain/erasures/contract';

export const erasedBy = ({ erased_by, erased_by_name }: Erasure): string =>
  erased_by_name ?? (erased_by === 'system' ? 'Operator' : erased_by);
