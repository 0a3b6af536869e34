import { z } from 'zod';
import { attestationSchema, TRANSPORTS } from '../../auth/passkey-answer';
import { instant, nameText, pathParameter, ref } from '../../data-types/contract-parts';

/** A user's own second factors. Portal only. */

export const noInput = z.strictObject({});
export const passkeyPath = z.strictObject({ id: pathParameter });
export const codeInput = z.strictObject({ code: z.string().trim().min(1).max(40) });
export const addPasskeyInput = z.strictObject({
  name: nameText(60),
  passkey: attestationSchema,
});

export const passkey = z.strictObject({
  id: ref('psk'),
  object: z.literal('passkey'),
  name: z.string(),
  /** Synchronized between devices by its provider. */
  synced: z.boolean(),
  created_at: instant,
  last_used_at: instant.nullable(),
});

export const secondFactor = z.strictObject({
  object: z.literal('second_factor'),
  totp_since: instant.nullable(),
  passkeys: z.array(passkey),
  recovery_codes_left: z.number().int(),
  required: z.boolean(),
  passkeys_possible: z.boolean(),
});

export const begunTotp = z.strictObject({
  object: z.literal('begun_totp'),
  secret: z.string(),
  /** `otpauth://…`, which opens an app on the same device. */
  uri: z.string(),
  /** SVG. */
  qr: z.string(),
});

const descriptor = z.strictObject({ id: z.string(), transports: z.array(z.enum(TRANSPORTS)) });
export const begunPasskey = z.strictObject({
  object: z.literal('begun_passkey'),
  challenge: z.string(),
  rp_id: z.string(),
  user_handle: z.string(),
  user_name: z.string(),
  display_name: z.string(),
  exclude: z.array(descriptor),
});

export const recoveryCodeList = z.strictObject({
  object: z.literal('recovery_codes'),
  codes: z.array(z.string()),
});

export const factorChanged = z.strictObject({ object: z.literal('factor_changed') });

export const personPath = z.strictObject({ id: pathParameter });
export const resetDone = z.strictObject({ id: ref('usr'), object: z.literal('second_factor_reset') });

export type AddPasskeyInput = z.output<typeof addPasskeyInput>;
export type Passkey = z.output<typeof passkey>;
export type SecondFactor = z.output<typeof secondFactor>;
export type BegunTotp = z.output<typeof begunTotp>;
export type BegunPasskey = z.output<typeof begunPasskey>;
export type RecoveryCodeList = z.output<typeof recoveryCodeList>;
export type FactorChanged = z.output<typeof factorChanged>;
export type ResetDone = z.output<typeof resetDone>;
