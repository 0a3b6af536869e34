import { z } from 'zod';

/** A user's own password. Used exactly as typed, without trimming or normalization. Portal only. */

const typed = z.string().min(1).max(512);

export const changePasswordInput = z.strictObject({ current_password: typed, new_password: typed });

/** Without signing in, like the next one. */
export const requestPasswordResetInput = z.strictObject({ email: z.string().min(1).max(254) });

export const redeemPasswordResetInput = z.strictObject({
  secret: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
  password: typed,
});

export const changedPassword = z.strictObject({
  object: z.literal('changed_password'),
  sessions_ended: z.number().int(),
});

export type ChangePasswordInput = z.output<typeof changePasswordInput>;
export type ChangedPassword = z.output<typeof changedPassword>;
