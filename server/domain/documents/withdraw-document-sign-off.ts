import { perform } from '../../shared/perform';
import { actorName, type Context } from '../../shared/context';
import { DomainError, fieldError } from '../../errors/domain-error';
import { UNDO_LIMIT_SECONDS } from '../reviews/rules';
import type { Document } from './contract';
import { CORRECT, lockForCorrection, writeSignOff } from './correct-document';
import type { WithdrawDocumentSignOffInput } from './correction-contract';
import { presentDocument, withContentUrl } from './present';

/**
 * Withdraws one's own sign-off; after the undo period only with a reason. The history keeps both.
 * @throws DomainError `not_found`, `invalid_state` (no own sign-off in effect), `validation_failed` (no reason)
 */
export async function withdrawDocumentSignOff(
  ctx: Context,
  input: WithdrawDocumentSignOffInput,
): Promise<Document> {
  const document = await perform(
    ctx,
    { action: 'withdraw_document_sign_off', kind: 'write', ...CORRECT },
    async (tx) => {
      const before = await lockForCorrection(tx, ctx, input.id);
      if (before.signedOffBy !== actorName(ctx.actor) || before.signedOffAt === null)
        throw new DomainError(
          'invalid_state',
          'You have not signed off this document. Only the signer can withdraw a sign-off.',
        );
      const reason = input.reason ?? null;
      const isFresh = Date.now() - before.signedOffAt.getTime() <= UNDO_LIMIT_SECONDS * 1_000;
      if (reason === null && !isFresh)
        throw fieldError('/reason', 'required', 'Give a reason to withdraw the sign-off.');
      const row = await writeSignOff(tx, ctx, before, { signedOffBy: null, signedOffAt: null }, reason);
      return {
        output: presentDocument(row),
        audit: { objectKind: 'document', objectId: row.id, patientIds: [row.patientId] },
      };
    },
  );
  return withContentUrl(ctx, document);
}
