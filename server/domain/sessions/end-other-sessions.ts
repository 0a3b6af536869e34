import { endSessionsEverywhere, endSessionsIn } from '../../auth/end-sessions';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { EndedSessions } from './contract';

/** In all organizations; in a session opened by single sign-on, in this one. */
export function endOtherSessions(ctx: Context): Promise<EndedSessions> {
  const action = 'end_other_sessions';
  return perform(ctx, { action, kind: 'write', peopleOnly: true }, async (tx) => {
    const userId = ctx.actor.id!;
    const whose = { userId, reason: 'ended_by_person', except: ctx.session?.id };
    const ended = ctx.session?.singleSignOn
      ? await endSessionsIn(tx, ctx.actor.orgId, whose)
      : await endSessionsEverywhere(tx, ctx, action, whose);
    return {
      output: { object: 'ended_sessions' as const, sessions_ended: ended },
      audit: { objectKind: 'user', objectId: userId, detail: { sessions: ended } },
    };
  });
}
