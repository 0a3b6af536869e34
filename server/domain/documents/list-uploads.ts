import { and, asc, eq } from 'drizzle-orm';
import { uploads } from '../../db/schema/index';
import { perform } from '../../shared/perform';
import type { Context } from '../../shared/context';
import { chartIdOf } from '../patients/access';
import { OWN, ofVisiblePatient, presentUpload, waiting } from './upload-access';
import type { ListUploadsInput, UploadList } from './upload-contract';
import { MOST_UPLOADS } from './upload-limits';

/** Lists the user's own uploads that are not filed, oldest first, because those expire first. */
export function listUploads(ctx: Context, input: ListUploadsInput): Promise<UploadList> {
  return perform(ctx, { action: 'list_uploads', kind: 'list', ...OWN }, async (tx) => {
    const patientId = input.patient_id ? await chartIdOf(tx, ctx, input.patient_id) : null;
    const rows = await tx
      .select()
      .from(uploads)
      .where(
        and(
          eq(uploads.orgId, ctx.actor.orgId),
          eq(uploads.userId, ctx.actor.id!),
          patientId ? eq(uploads.patientId, patientId) : undefined,
          waiting(),
          ofVisiblePatient,
        ),
      )
      .orderBy(asc(uploads.id))
      // Concurrent uploads may have exceeded the limit.
      .limit(MOST_UPLOADS + 50);
    return {
      output: { data: rows.map(presentUpload) },
      audit: {
        objectKind: 'upload',
        patientIds: rows.map(({ patientId }) => patientId),
        detail: { count: rows.length },
      },
    };
  });
}
