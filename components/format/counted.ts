import { COUNTED } from '@/server/domain/reviews/rules';

/** "999+" above the number that is counted. */
export const counted = (count: number): string => (count > COUNTED ? `${COUNTED}+` : String(count));
