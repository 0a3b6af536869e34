import { realpath } from 'node:fs/promises';
import { openAnchorFile, type AnchorFile } from '../audit/anchor';
import { declareRestore, type DeclaredRestore } from '../audit/restore';
import { env } from '../env';
import { UsageError, type Command } from './arguments';
import { counted, sealRange } from './counts';

const MOST = 500;

/** Declares a restore that has lost audit rows. Exit code 1 if the audit of an organization was changed instead. */
export const auditRestored: Command = {
  name: 'audit restored',
  flags: { reason: { value: 'TEXT', required: true }, anchor: { value: 'FILE' } },
  async run(given): Promise<Declared> {
    const reason = given.need('reason').trim();
    if (reason === '' || reason.length > MOST)
      throw new UsageError(`--reason must have 1 to ${MOST} characters.`);
    const copy = given.get('anchor');
    const made = await declareRestore({
      reason,
      anchors: await anchorFiles(copy),
      anchorFile: env.AUDIT_ANCHOR_FILE,
    });
    return { ...made, notices: copy === undefined ? [NOT_ANCHORED] : [] };
  },
  exitCode: (made) => ((made as Declared).rejected.length > 0 ? 1 : 0),
  text: (made) => describe(made as Declared),
};

interface Declared extends DeclaredRestore {
  notices: string[];
}

/** The anchor file of the installation may be as old as the restored database. */
const NOT_ANCHORED =
  'Without --anchor, the restore is not anchored outside the database: lost seals that only a copy of the anchor file contains are not declared.';

/** The file of this installation, if there is one, and the given copy. */
async function anchorFiles(copy: string | undefined): Promise<AnchorFile[]> {
  const own = await openAnchorFile(env.AUDIT_ANCHOR_FILE).catch(() => null);
  if (copy === undefined) return own ? [own] : [];
  const other = await openAnchorFile(copy).catch((error: NodeJS.ErrnoException) => {
    throw new UsageError(`--anchor: the file cannot be read (${error.code ?? 'unknown'}).`);
  });
  const isOwn = own !== null && (await realpath(own.path)) === (await realpath(other.path));
  return own && !isOwn ? [own, other] : [other];
}

function describe({ generation, anchor_file, organizations, rejected, notices }: Declared): string {
  return [
    ...organizations.map(({ org, lost }) =>
      lost
        ? `${org}  ${sealRange(lost.from, lost.to)} ${lost.from === lost.to ? 'is' : 'are'} lost, ${lost.from === lost.to ? '' : 'the newest '}anchored at ${lost.until}; ${counted(lost.rows_before, 'row was', 'rows were')} written before this declaration`
        : `${org}  no anchored seal is lost`,
    ),
    ...rejected.map(
      ({ org, seal, until }) =>
        `REJECTED ${org}  Seal ${seal} differs from its anchor, but seals from before ${until} follow: the audit was changed. Run audit verify.`,
    ),
    ...notices.map((notice) => `Note: ${notice}`),
    `Generation ${generation} is open. Add the lines of ${anchor_file} to your copy of the anchor file; do not replace the copy.`,
  ].join('\n');
}
