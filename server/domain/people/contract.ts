import { z } from 'zod';
import { ROLES } from '../../data-types/role-codes';
import { instant, list, nameText, paging, pathParameter, ref } from '../../data-types/contract-parts';

/** Members of an organization, invitations and delegations. Portal only. */

const role = z.enum(ROLES);

export const personPath = z.strictObject({ id: pathParameter });

const factorStatus = z.enum(['on', 'off', 'single_sign_on']);

export const listPeopleInput = z.strictObject({
  ...paging,
  state: z.enum(['active', 'ended']).default('active'),
  /** Each word is part of the name or the email address. */
  q: z.string().min(1).max(100).optional(),
  role: role.optional(),
  /** Of current members. */
  second_factor: factorStatus.optional(),
});

const memberFacts = {
  id: ref('usr'),
  object: z.literal('person'),
  name: z.string(),
  email: z.string(),
  role,
  since: instant,
  /** Within the last 90 days, in this organization. */
  last_sign_in_at: instant.nullable(),
  ended_at: instant.nullable(),
  ended_by: z.string().nullable(),
};
export const listedPerson = z.strictObject(memberFacts);
export const personList = list(
  listedPerson.extend({
    /** Null for former members. */
    second_factor: factorStatus.nullable(),
  }),
);

/** Keys and applications that a user created, and that work without the user. */
const createdCredentials = z.strictObject({
  api_keys: z.array(
    z.strictObject({
      id: ref('key'),
      name: z.string(),
      stub: z.string(),
      last_used_at: instant.nullable(),
      last_used_ip: z.string().nullable(),
    }),
  ),
  oauth_apps: z.array(z.strictObject({ id: ref('app'), name: z.string() })),
});

export const person = z.strictObject({
  ...memberFacts,
  /** Null if administrators can correct the name. */
  name_owner: z.enum(['identity_provider', 'other_organization']).nullable(),
  /** In this organization. */
  sessions: z.number().int(),
  open_orders: z.number().int(),
  open_reports: z.number().int(),
  applications: z.number().int(),
  successor: z.strictObject({ id: ref('usr'), name: z.string() }).nullable(),
  made: createdCredentials,
  /** When an account of the identity provider was linked, in this organization. */
  single_sign_on_since: instant.nullable(),
  /** Of the account, oldest first; null for former members. */
  second_factors: z.array(z.strictObject({ kind: z.enum(['totp', 'passkey']), since: instant })).nullable(),
});

const colleague = z.strictObject({ id: ref('usr'), name: z.string(), role });
export const colleagueList = list(colleague);
export const noInput = z.strictObject({});

export const correctPersonNameInput = z.strictObject({
  id: pathParameter,
  name: nameText(100),
  /** What the user saw before the change: rejected if another user has changed it. */
  was: z.strictObject({ name: z.string() }).partial().optional(),
});
export const changeRoleInput = z.strictObject({
  id: pathParameter,
  role,
  was: z.strictObject({ role }).optional(),
});
export const endMembershipInput = z.strictObject({
  id: pathParameter,
  /** Takes over open work; required if there is any. */
  successor_id: ref('usr').optional(),
});

/** An invitation or reset link: emailed, or shown once. */
const linkFacts = {
  delivery: z.enum(['sent', 'failed', 'shown']),
  link: z.string().optional(),
};

const email = z
  .string()
  .overwrite((value) => value.trim())
  .min(1)
  .max(254)
  .check(z.email());

export const invitePersonInput = z.strictObject({ name: nameText(100), email, role });
export const invitationPath = z.strictObject({ id: pathParameter });
export const listInvitationsInput = z.strictObject({ ...paging });

export const invitation = z.strictObject({
  id: ref('inv'),
  object: z.literal('invitation'),
  name: z.string(),
  email: z.string(),
  role,
  state: z.enum(['open', 'expired', 'accepted', 'revoked']),
  created_at: instant,
  created_by: z.string(),
  expires_at: instant,
  sent_at: instant.nullable(),
  accepted_at: instant.nullable(),
  revoked_at: instant.nullable(),
});
export const invitationList = list(invitation);
export const madeInvitation = invitation.extend(linkFacts);

export const madeReset = z.strictObject({
  id: ref('usr'),
  object: z.literal('password_reset'),
  expires_at: instant,
  ...linkFacts,
});

/** Local time of the organization: `2026-11-05T08:00`. */
const wallClock = z
  .string()
  .regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}$/, 'must be a date and time such as 2026-11-05T08:00');

export const setDelegationInput = z.strictObject({
  /** Whose absence; default: the caller. */
  user_id: ref('usr').optional(),
  delegate_id: ref('usr'),
  starts: wallClock,
  ends: wallClock,
});
export const delegationPath = z.strictObject({ id: pathParameter });
export const listDelegationsInput = z.strictObject({ user_id: pathParameter.optional() });

const named = z.strictObject({ id: ref('usr'), name: z.string() });
export const delegation = z.strictObject({
  id: ref('dlg'),
  object: z.literal('delegation'),
  person: named,
  delegate: named,
  starts_at: instant,
  ends_at: instant,
  state: z.enum(['planned', 'running', 'over', 'ended']),
  created_by: z.string(),
  ended_at: instant.nullable(),
});
export const delegationList = list(delegation);

/** Input of an invitee. Whether an account exists is the invitee's statement: the page must not reveal it. */
export const acceptInvitationInput = z.strictObject({
  secret: z.string().max(100),
  account: z.enum(['new', 'existing']),
  password: z.string().max(1000),
});

export type ListedPerson = z.output<typeof listedPerson>;
export type ListPeopleInput = z.output<typeof listPeopleInput>;
export type PersonList = z.output<typeof personList>;
export type Person = z.output<typeof person>;
export type CreatedCredentials = z.output<typeof createdCredentials>;
export type Colleague = z.output<typeof colleague>;
export type ColleagueList = z.output<typeof colleagueList>;
export type CorrectPersonNameInput = z.output<typeof correctPersonNameInput>;
export type ChangeRoleInput = z.output<typeof changeRoleInput>;
export type EndMembershipInput = z.output<typeof endMembershipInput>;
export type InvitePersonInput = z.output<typeof invitePersonInput>;
export type ListInvitationsInput = z.output<typeof listInvitationsInput>;
export type Invitation = z.output<typeof invitation>;
export type InvitationList = z.output<typeof invitationList>;
export type MadeInvitation = z.output<typeof madeInvitation>;
export type MadeReset = z.output<typeof madeReset>;
export type SetDelegationInput = z.output<typeof setDelegationInput>;
export type ListDelegationsInput = z.output<typeof listDelegationsInput>;
export type Delegation = z.output<typeof delegation>;
export type DelegationList = z.output<typeof delegationList>;
export type AcceptInvitationInput = z.output<typeof acceptInvitationInput>;
