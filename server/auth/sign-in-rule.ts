import type { organizations } from '../db/schema/index';

/**
 * Which sign-ins open an organization. Checked when a session is opened or switched, and at each use, because the rule
 * may be newer than the session.
 */

/** What a sign-in or session has proven. */
export interface SignInProof {
  methods: readonly string[];
  /** The organization whose identity provider opened the session: it opens no other one. Null: signed in here. */
  singleSignOn?: string | null;
}

type Rule = Pick<typeof organizations.$inferSelect, 'singleSignOnEnforced' | 'breakGlassIds'>;

export function admits(
  { singleSignOnEnforced, breakGlassIds }: Rule,
  { methods, singleSignOn, userId, orgId }: SignInProof & { userId: string; orgId: string },
): boolean {
  if (singleSignOn) return singleSignOn === orgId;
  return !singleSignOnEnforced || (breakGlassIds.includes(userId) && methods.includes('passkey'));
}

/** Of a stored session. */
export const proofOf = (session: {
  orgId: string;
  methods: readonly string[];
  identityId: string | null;
}): SignInProof => ({
  methods: session.methods,
  singleSignOn: session.identityId === null ? null : session.orgId,
});
