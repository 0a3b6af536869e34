import { changedPassword, changePasswordInput } from '../../domain/passwords/contract';
import { changePassword } from '../../domain/passwords/change-password';
import { procedure, router } from '../trpc';

/** Portal only. Without signing in: `server/http/public-handler.ts`. */
export const passwordsRouter = router({
  changePassword: procedure
    .input(changePasswordInput)
    .output(changedPassword)
    .mutation(({ ctx, input }) => changePassword(ctx, input)),
});
