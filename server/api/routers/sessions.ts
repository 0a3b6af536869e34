import {
  endedSessions,
  memberPath,
  noInput,
  organizationPath,
  ownOrganization,
  ownOrganizationList,
  sessionList,
  sessionPath,
  sessionState,
} from '../../domain/sessions/contract';
import { endMemberSessions } from '../../domain/sessions/end-member-sessions';
import { endOtherSessions } from '../../domain/sessions/end-other-sessions';
import { endSession } from '../../domain/sessions/end-session';
import { listOwnOrganizations } from '../../domain/sessions/list-own-organizations';
import { listSessions } from '../../domain/sessions/list-sessions';
import { extendSession, getSessionState } from '../../domain/sessions/session-state';
import { switchOrganization } from '../../domain/sessions/switch-organization';
import { procedure, router } from '../trpc';

/** Portal only. */
export const sessionsRouter = router({
  listSessions: procedure
    .input(noInput)
    .output(sessionList)
    .query(({ ctx }) => listSessions(ctx)),
  endOtherSessions: procedure
    .input(noInput)
    .output(endedSessions)
    .mutation(({ ctx }) => endOtherSessions(ctx)),
  endMemberSessions: procedure
    .input(memberPath)
    .output(endedSessions)
    .mutation(({ ctx, input }) => endMemberSessions(ctx, input)),
  getSessionState: procedure
    .input(noInput)
    .output(sessionState)
    .query(({ ctx }) => getSessionState(ctx)),
  extendSession: procedure
    .input(noInput)
    .output(sessionState)
    .mutation(({ ctx }) => extendSession(ctx)),
  listOwnOrganizations: procedure
    .input(noInput)
    .output(ownOrganizationList)
    .query(({ ctx }) => listOwnOrganizations(ctx)),
  switchOrganization: procedure
    .input(organizationPath)
    .output(ownOrganization)
    .mutation(({ ctx, input }) => switchOrganization(ctx, input)),
  endSession: procedure
    .input(sessionPath)
    .output(endedSessions)
    .mutation(({ ctx, input }) => endSession(ctx, input)),
});
