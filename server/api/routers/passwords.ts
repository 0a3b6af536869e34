import { changedPassword, changePasswordInput } from '../../domain/passwords/contract';
import { changePassword } from '../../domain/passwords/change-password';
import { procedure, router } from '../trpc';

/** Portal only. Password resets without a session: `server/http/public-handler.ts`. */
export const passwordsRouter = router({
  changePassword: procedure
    .input(changePasswordInput)
    .output(changedPassword)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
});
