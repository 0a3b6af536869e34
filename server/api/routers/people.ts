import { changeRole } from '../../domain/people/change-role';
import { correctPersonName } from '../../domain/people/correct-person-name';
import {
  changeRoleInput,
  correctPersonNameInput,
  colleagueList,
  delegation,
  delegationList,
  delegationPath,
  endMembershipInput,
  invitation,
  invitationList,
  invitationPath,
  invitePersonInput,
  listDelegationsInput,
  listedPerson,
  listInvitationsInput,
  listPeopleInput,
  madeInvitation,
  madeReset,
  noInput,
  person,
  personList,
  personPath,
  setDelegationInput,
} from '../../domain/people/contract';
import { createPasswordReset } from '../../domain/people/create-password-reset';
import { endDelegation } from '../../domain/people/end-delegation';
import { endMembership } from '../../domain/people/end-membership';
import { getPerson } from '../../domain/people/get-person';
import { invitePerson } from '../../domain/people/invite-person';
import { listColleagues } from '../../domain/people/list-colleagues';
import { listDelegations } from '../../domain/people/list-delegations';
import { listInvitations } from '../../domain/people/list-invitations';
import { listPeople } from '../../domain/people/list-people';
import { renewInvitation } from '../../domain/people/renew-invitation';
import { restoreMembership } from '../../domain/people/restore-membership';
import { revokeInvitation } from '../../domain/people/revoke-invitation';
import { setDelegation } from '../../domain/people/set-delegation';
import { procedure, router } from '../trpc';

/** Portal only. Invitations are accepted before sign-in, so `server/http/public-handler.ts` serves that. */
export const peopleRouter = router({
  listPeople: procedure
    .input(listPeopleInput)
    .output(personList)
    .query(({ ctx, input }) => listPeople(ctx, input)),
  getPerson: procedure
    .input(personPath)
    .output(person)
    .query(({ ctx, input }) => getPerson(ctx, input)),
  correctPersonName: procedure
    .input(correctPersonNameInput)
    .output(listedPerson)
    .mutation(({ ctx, input }) => correctPersonName(ctx, input)),
  changeRole: procedure
    .input(changeRoleInput)
    .output(listedPerson)
    .mutation(({ ctx, input }) => changeRole(ctx, input)),
  endMembership: procedure
    .input(endMembershipInput)
    .output(listedPerson)
    .mutation(({ ctx, input }) => endMembership(ctx, input)),
  restoreMembership: procedure
    .input(personPath)
    .output(listedPerson)
    .mutation(({ ctx, input }) => restoreMembership(ctx, input)),

  createPasswordReset: procedure
    .input(personPath)
    .output(madeReset)
    .mutation(({ ctx, input }) => createPasswordReset(ctx, input)),

  invitePerson: procedure
    .input(invitePersonInput)
    .output(madeInvitation)
    .mutation(({ ctx, input }) => invitePerson(ctx, input)),
  listInvitations: procedure
    .input(listInvitationsInput)
    .output(invitationList)
    .query(({ ctx, input }) => listInvitations(ctx, input)),
  renewInvitation: procedure
    .input(invitationPath)
    .output(madeInvitation)
    .mutation(({ ctx, input }) => renewInvitation(ctx, input)),
  revokeInvitation: procedure
    .input(invitationPath)
    .output(invitation)
    .mutation(({ ctx, input }) => revokeInvitation(ctx, input)),

  listColleagues: procedure
    .input(noInput)
    .output(colleagueList)
    .query(({ ctx }) => listColleagues(ctx)),
  setDelegation: procedure
    .meta({ repeatable: true })
    .input(setDelegationInput)
    .output(delegation)
    .mutation(({ ctx, input }) => setDelegation(ctx, input)),
  endDelegation: procedure
    .input(delegationPath)
    .output(delegation)
    .mutation(({ ctx, input }) => endDelegation(ctx, input)),
  listDelegations: procedure
    .input(listDelegationsInput)
    .output(delegationList)
    .query(({ ctx, input }) => listDelegations(ctx, input)),
});
