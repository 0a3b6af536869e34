/** Closed lists of reviews. The browser reads this file: no zod here. */

/**
 * Entries of the review history. `undone`: of a signature or a view; `moved_away`, `moved_here`: it was filed to the
 * wrong patient; `told`: the service escalated an unacknowledged critical value.
 */
export const REVIEW_ACTS = [
  'signed',
  'seen',
  'commented',
  'forwarded',
  'assigned',
  'undone',
  'withdrawn',
  'assignment_undone',
  'moved_away',
  'moved_here',
  'told',
] as const;
export type ReviewAct = (typeof REVIEW_ACTS)[number];
