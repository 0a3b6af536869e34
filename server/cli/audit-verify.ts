import { openAnchorFile } from '../audit/anchor';
import { verifyAudit, type Verification } from '../audit/verify/verify';
import { asWorkerInSnapshot } from '../db/transaction';
import { findOrganization } from '../domain/organizations/find-organization';
import { UsageError, type Command } from './arguments';
import { counted, sealRange } from './counts';
import { progress } from './progress';

/** Verifies the audit log of one or all organizations. Exit code 1 if it does not match its seals. */
export const auditVerify: Command = {
  name: 'audit verify',
  flags: { org: { value: 'SLUG|org_…|all', required: true }, anchor: { value: 'FILE' } },
  async run(given) {
    const asked = given.need('org');
    const path = given.get('anchor');
    const anchor =
      path === undefined
        ? null
        : await openAnchorFile(path).catch((error: NodeJS.ErrnoException) => {
            throw new UsageError(`--anchor: the file cannot be read (${error.code ?? 'unknown'}).`);
          });
    const orgId = asked === 'all' ? null : (await findOrganization(asked)).id;
    return asWorkerInSnapshot((tx) =>
      verifyAudit(
        { query: (text, values) => tx.client.query(text, values) },
        { orgId, anchor, onProgress: progress('rows') },
      ),
    );
  },
  exitCode: (made) => ((made as Verification).findings.length > 0 ? 1 : 0),
  text: (made) => describe(made as Verification),
};

function describe({ organizations, restores, archives, findings, counts, notices }: Verification): string {
  const total = Object.values(counts).reduce((sum, count) => sum + count, 0);
  return [
    ...organizations.map(
      ({ org, seals, rows, unsealed, anchored_seal }) =>
        `${org}  ${counted(seals, 'seal')}  ${counted(rows, 'row')}  ${unsealed} unsealed${anchored_seal === null ? '' : `  anchored to seal ${anchored_seal}`}`,
    ),
    ...findings.map(({ kind, org, seal, position, txid, id, message }) =>
      [
        `FOUND ${kind}  ${org}`,
        seal === null ? '' : `  seal ${seal}`,
        position === null ? '' : `  row ${position}`,
        id === null ? '' : `  transaction ${txid}  id ${id}`,
        `  ${message}`,
      ].join(''),
    ),
    ...(total > findings.length ? [`${counted(total - findings.length, 'more finding')}.`] : []),
    ...restores.map(describeRestore),
    ...archives.map(
      ({ org, first_seal, last_seal, rows, file }) =>
        `ARCHIVED  ${org}  ${sealRange(first_seal, last_seal)}  ${counted(rows, 'row')}  ${file}`,
    ),
    ...notices.map((notice) => `Note: ${notice}`),
    total === 0
      ? 'The audit log matches its seals.'
      : `The audit log does NOT match its seals: ${counted(total, 'finding')}.`,
  ].join('\n');
}

function describeRestore(restore: Verification['restores'][number]): string {
  const { org, declared_at, generation, reason, lost, seals_before, rows_before, anchored } = restore;
  return [
    `DECLARED RESTORE  ${org}  ${declared_at}  generation ${generation}  ${reason ?? ''}`,
    lost
      ? lost.from === lost.to
        ? `  Seal ${lost.from} is lost, anchored at ${lost.until}.`
        : `  Seals ${lost.from} to ${lost.to} are lost, the newest anchored at ${lost.until}.`
      : '  No anchored seal is lost.',
    ...(rows_before > 0
      ? [
          `  ${counted(rows_before, 'row')} in ${counted(seals_before, 'seal')} ${rows_before === 1 ? 'was' : 'were'} written after the restore and before its declaration.`,
        ]
      : []),
    ...(lost && anchored === false
      ? ['  The anchor file does not contain this declaration: add the lines of AUDIT_ANCHOR_FILE to it.']
      : []),
  ].join('\n');
}
