import { perform } from '../shared/perform';
import type { Context } from '../shared/context';
import type { SessionState } from './contract';

/** How long the session goes on. Asked by pages in the background, which does not keep anybody signed in. */
export function getSessionState(ctx: Context): Promise<SessionState> {
  return tell(ctx, 'get_session_state', 'read');
}

/** The person said that they are still there: that this was asked is what extends the session. */
export function extendSession(ctx: Context): Promise<SessionState> {
  return tell(ctx, 'extend_session', 'write');
}

function tell(ctx: Context, action: string, kind: 'read' | 'write'): Promise<SessionState> {
  return perform(ctx, { action, kind, peopleOnly: true }, () => {
    const { id, ends } = ctx.session!;
    const left = (end: Date | undefined) => Math.max(0, (end?.getTime() ?? 0) - Date.now());
    return Promise.resolve({
      output: {
        object: 'session_state' as const,
        idle_ms: left(ends?.idle),
        rest_ms: left(ends?.absolute),
      },
      audit: { objectKind: 'session' as const, objectId: id },
    });
  });
}
