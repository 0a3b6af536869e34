import { z } from 'zod';
import { ROLES } from '../../data-types/role-codes';
import { FACTOR_STATES } from '../../auth/second-factor-rule';
import { instant, list, pathParameter, ref } from '../../data-types/contract-parts';

/** Portal sessions, and the organizations that a user can switch to. Portal only. */

export const noInput = z.strictObject({});
export const sessionPath = z.strictObject({ id: pathParameter });
export const memberPath = z.strictObject({ id: pathParameter });
export const organizationPath = z.strictObject({ id: pathParameter });

const place = z.strictObject({ id: ref('org'), name: z.string(), sandbox: z.boolean() });

const session = z.strictObject({
  id: ref('ses'),
  object: z.literal('session'),
  organization: place,
  /** `Firefox on Windows` */
  device: z.string(),
  ip: z.string().nullable(),
  methods: z.array(z.string()),
  signed_in_at: instant,
  last_seen_at: instant,
  current: z.boolean(),
});
export const sessionList = list(session);

export const endedSessions = z.strictObject({
  object: z.literal('ended_sessions'),
  sessions_ended: z.number().int(),
});

/** Remaining time of the current session. Durations, because a browser's clock may be wrong. */
export const sessionState = z.strictObject({
  object: z.literal('session_state'),
  /** Until it ends without activity. */
  idle_ms: z.number().int(),
  /** Until it ends in any case. */
  rest_ms: z.number().int(),
});

export const ownOrganization = z.strictObject({
  ...place.shape,
  object: z.literal('organization'),
  role: z.enum(ROLES),
  /** Whether the session's authentication is sufficient there. */
  second_factor: z.enum(FACTOR_STATES),
  current: z.boolean(),
});
export const ownOrganizationList = list(ownOrganization);

export type Session = z.output<typeof session>;
export type SessionList = z.output<typeof sessionList>;
export type EndedSessions = z.output<typeof endedSessions>;
export type SessionState = z.output<typeof sessionState>;
export type OwnOrganizationView = z.output<typeof ownOrganization>;
export type OwnOrganizationList = z.output<typeof ownOrganizationList>;
