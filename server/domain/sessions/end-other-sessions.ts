import { endSessionsEverywhere } from '../../auth/end-sessions';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { EndedSessions } from './contract';

/** In all organizations. */
export function endOtherSessions(ctx: Context): Promise<EndedSessions> {
  const action = 'end_other_sessions';
  return perform(ctx, { action, kind: 'write', peopleOnly: true }, async (tx) => {
    const userId = ctx.actor.id!;
    const ended = await endSessionsEverywhere(tx, ctx, action, {
      userId,
      reason: 'ended_by_person',
      except: ctx.session?.id,
    });
    return {
      output: { object: 'ended_sessions' as const, sessions_ended: ended },
      audit: { objectKind: 'user', objectId: userId, detail: { sessions: ended } },
    };
  });
}
