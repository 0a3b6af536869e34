import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import type { SessionState } from './contract';

/** Polled by pages in the background, which does not extend the session. */
export function getSessionState(ctx: Context): Promise<SessionState> {
  return sessionState(ctx, 'get_session_state', 'read');
}

/** The request itself extends the session: it counts as activity. */
export function extendSession(ctx: Context): Promise<SessionState> {
  return sessionState(ctx, 'extend_session', 'write');
}

function sessionState(ctx: Context, action: string, kind: 'read' | 'write'): Promise<SessionState> {
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
