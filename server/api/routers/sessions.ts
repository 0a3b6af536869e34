import {
  endedSessions,
  memberPath,
  noInput,
  organisationPath,
  ownOrganisation,
  ownOrganisationList,
  sessionList,
  sessionPath,
  sessionState,
} from '../../domain/sessions/contract';
import { endMemberSessions } from '../../domain/sessions/end-member-sessions';
import { endOtherSessions } from '../../domain/sessions/end-other-sessions';
import { endSession } from '../../domain/sessions/end-session';
import { listOwnOrganisations } from '../../domain/sessions/list-own-organisations';
import { listSessions } from '../../domain/sessions/list-sessions';
import { extendSession, getSessionState } from '../../domain/sessions/session-state';
import { switchOrganisation } from '../../domain/sessions/switch-organisation';
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
  listOwnOrganisations: procedure
    .input(noInput)
    .output(ownOrganisationList)
    .query(({ ctx }) => listOwnOrganisations(ctx)),
  switchOrganisation: procedure
    .input(organisationPath)
    .output(ownOrganisation)
    .mutation(({ ctx, input }) => switchOrganisation(ctx, input)),
  endSession: procedure
    .input(sessionPath)
    .output(endedSessions)
    .mutation(({ ctx, input }) => endSession(ctx, input)),
});
