import path from 'node:path';
import { stat } from 'node:fs/promises';
import { findOrganization } from '../domain/organizations/find-organization';
import { verifyDocuments, type DocumentCheck, type Finding } from '../domain/documents/verify-documents';
import { diskStorage } from '../storage/disk-storage';
import type { Storage } from '../storage/index';
import { UsageError, type Command } from './arguments';
import { counted } from './counts';

interface Verified extends DocumentCheck {
  findings: Finding[];
}

/** More are counted but not listed. */
const LISTED = 100_000;

/** Compares every file with its row and finds files without one. Exit code 1 if there are findings left. */
export const storageVerify: Command = {
  name: 'storage verify',
  flags: {
    org: { value: 'SLUG|org_…|all' },
    'repair-from': { value: 'DIR' },
    orphans: { value: 'keep|remove' },
  },
  async run(given): Promise<Verified> {
    const asked = given.get('org') ?? 'all';
    const orgId = asked === 'all' ? null : (await findOrganization(asked)).id;
    const orphans = given.get('orphans') ?? 'keep';
    if (!['keep', 'remove'].includes(orphans)) throw new UsageError('--orphans must be keep or remove.');
    const findings: Finding[] = [];
    const list = (finding: Finding) => {
      if (findings.length < LISTED) findings.push(finding);
    };
    const repair = { from: await copyAt(given.get('repair-from')), removesOrphans: orphans === 'remove' };
    return { ...(await verifyDocuments(orgId, list, repair)), findings };
  },
  exitCode: (made) => (left(made as Verified) > 0 ? 1 : 0),
  text: (made) => describe(made as Verified),
};

/** A folder such as `documents` of a backup. */
async function copyAt(folder: string | undefined): Promise<Storage | undefined> {
  if (folder === undefined) return undefined;
  const facts = await stat(folder).catch(() => null);
  if (!facts?.isDirectory()) throw new UsageError('--repair-from must be a folder with copies of documents.');
  return diskStorage(path.resolve(folder));
}

const left = ({ counts }: DocumentCheck) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function describe(made: Verified): string {
  const { checked, bytes, files, repaired, findings } = made;
  const more = left(made) + repaired - findings.length;
  return [
    ...findings.map(
      ({ kind, org, id, file, isRepaired }) =>
        `${isRepaired ? 'REPAIRED' : 'FOUND'} ${kind}  ${org}${id ? `  ${id}` : ''}  ${file}`,
    ),
    ...(more > 0 ? [`${counted(more, 'more finding')}. Limit the check with --org.`] : []),
    `${counted(checked, 'document or upload', 'documents and uploads')} read, ${counted(bytes, 'byte')}. ${counted(files, 'file')} in the storage.`,
    conclusion(made),
  ].join('\n');
}

function conclusion(made: Verified): string {
  const { orphaned, ...wrong } = made.counts;
  const kinds = Object.entries(made.counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`);
  if (kinds.length === 0 && made.repaired > 0) return `All findings are repaired: ${made.repaired}.`;
  if (kinds.length === 0) return 'All files are present and unchanged.';
  if (Object.values(wrong).every((count) => count === 0))
    return `All documents have their files. Files without a document: ${orphaned}.`;
  return `Files are missing or wrong: ${kinds.join(', ')}.`;
}
