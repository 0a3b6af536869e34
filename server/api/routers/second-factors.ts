import {
  addPasskeyInput,
  begunPasskey,
  begunTotp,
  codeInput,
  factorChanged,
  noInput,
  passkey,
  passkeyPath,
  personPath,
  recoveryCodeList,
  resetDone,
  secondFactor,
} from '../../domain/second-factors/contract';
import { addPasskey } from '../../domain/second-factors/add-passkey';
import { beginPasskey } from '../../domain/second-factors/begin-passkey';
import { beginTotp } from '../../domain/second-factors/begin-totp';
import { confirmTotp } from '../../domain/second-factors/confirm-totp';
import { createRecoveryCodes } from '../../domain/second-factors/create-recovery-codes';
import { getSecondFactor } from '../../domain/second-factors/get-second-factor';
import { removePasskey } from '../../domain/second-factors/remove-passkey';
import { removeTotp } from '../../domain/second-factors/remove-totp';
import { resetSecondFactor } from '../../domain/second-factors/reset-second-factor';
import { procedure, router } from '../trpc';

/** Portal only. */
export const secondFactorsRouter = router({
  getSecondFactor: procedure
    .input(noInput)
    .output(secondFactor)
    .query(({ ctx }) => getSecondFactor(ctx)),
  beginTotp: procedure
    .input(noInput)
    .output(begunTotp)
    .mutation(({ ctx }) => beginTotp(ctx)),
  confirmTotp: procedure
    .input(codeInput)
    .output(factorChanged)
    .mutation(({ ctx, input }) => confirmTotp(ctx, input)),
  removeTotp: procedure
    .input(noInput)
    .output(factorChanged)
    .mutation(({ ctx }) => removeTotp(ctx)),
  beginPasskey: procedure
    .input(noInput)
    .output(begunPasskey)
    .mutation(({ ctx }) => beginPasskey(ctx)),
  addPasskey: procedure
    .input(addPasskeyInput)
    .output(passkey)
    .mutation(({ ctx, input }) => addPasskey(ctx, input)),
  removePasskey: procedure
    .input(passkeyPath)
    .output(factorChanged)
    .mutation(({ ctx, input }) => removePasskey(ctx, input)),
  createRecoveryCodes: procedure
    .input(noInput)
    .output(recoveryCodeList)
    .mutation(({ ctx }) => createRecoveryCodes(ctx)),
  resetSecondFactor: procedure
    .input(personPath)
    .output(resetDone)
    .mutation(({ ctx, input }) => resetSecondFactor(ctx, input)),
});
