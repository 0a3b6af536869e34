import { eq } from 'drizzle-orm';
import { databaseTime } from '../../db/clock';
import { users } from '../../db/schema/index';
import { enterPerson } from '../../db/transaction';
import type { Context } from '../../shared/context';
import { perform } from '../../shared/perform';
import type { DisplaySettings, UpdateDisplaySettingsInput } from './contract';

/** Changes the own settings; those that are missing stay as they are. They are read with the session. */
export function updateDisplaySettings(
  ctx: Context,
  input: UpdateDisplaySettingsInput,
): Promise<DisplaySettings> {
  return perform(ctx, { action: 'update_display_settings', kind: 'write', peopleOnly: true }, async (tx) => {
    const userId = ctx.actor.id!;
    await enterPerson(tx, userId);
    const [row] = await tx
      .update(users)
      .set({ ...input, updatedAt: databaseTime })
      .where(eq(users.id, userId))
      .returning({ theme: users.theme, density: users.density });
    await enterPerson(tx, null);
    return { output: row!, audit: { objectKind: 'user', objectId: userId, detail: input } };
  });
}
