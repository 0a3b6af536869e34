import { perform } from '../../shared/perform';
import { SIGNERS } from '../../shared/scopes';
import { namesOfPeople } from '../../shared/actor-names';
import { actorName, type Context } from '../../shared/context';
import { DomainError } from '../../errors/domain-error';
import type { Document } from './contract';
import { CORRECT, lockForCorrection, writeSignOff } from './correct-document';
import type { SignOffDocumentInput } from './correction-contract';
import { presentDocument, withContentUrl } from './present';

/**
 * Signs off the file of a document, which never changes. A document is signed off once; a repeated call of the signer
 * changes nothing.
 * @throws DomainError `not_found`, `invalid_state` (already signed off, replaced, withdrawn, or without readable content)
 */
export async function signOffDocument(ctx: Context, input: SignOffDocumentInput): Promise<Document> {
  const document = await perform(
    ctx,
    { action: 'sign_off_document', kind: 'write', ...CORRECT, role: SIGNERS },
    async (tx) => {
      const before = await lockForCorrection(tx, ctx, input.id);
      const by = actorName(ctx.actor);
      const audit = { objectKind: 'document' as const, objectId: before.id, patientIds: [before.patientId] };
      if (before.status !== 'available')
        throw new DomainError(
          'invalid_state',
          'A document whose file cannot be opened cannot be signed off.',
        );
      if (before.replacedBy !== null || before.withdrawnAt !== null)
        throw new DomainError(
          'invalid_state',
          `The sender has ${before.withdrawnAt === null ? 'replaced' : 'withdrawn'} the document. It cannot be signed off.`,
        );
      if (before.signedOffBy === by)
        return { output: presentDocument(before), audit: { ...audit, detail: { repeated: true } } };
      if (before.signedOffBy !== null && before.signedOffAt !== null) {
        const names = await namesOfPeople(tx, ctx, [before.signedOffBy]);
        throw new DomainError('invalid_state', 'The document is already signed off.', {
          reviewed: {
            act: 'signed',
            by: before.signedOffBy,
            by_name: names.get(before.signedOffBy) ?? null,
            at: before.signedOffAt.toISOString(),
          },
        });
      }
      const row = await writeSignOff(tx, ctx, before, { signedOffBy: by, signedOffAt: new Date() }, null);
      return { output: presentDocument(row), audit };
    },
  );
  return withContentUrl(ctx, document);
}
