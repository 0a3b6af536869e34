import { findOrganization } from '../domain/organizations/find-organization';
import { verifyDocuments, type DocumentCheck, type Finding } from '../domain/documents/verify-documents';
import type { Command } from './arguments';

interface Verified extends DocumentCheck {
  findings: Finding[];
}

/** More are counted but not listed. */
const LISTED = 100_000;

/** Compares every file with its row and finds files without one. Exit code 1 if there are findings. */
export const documentsVerify: Command = {
  name: 'documents verify',
  flags: { org: { value: 'SLUG|org_…|all' } },
  async run(given): Promise<Verified> {
    const asked = given.get('org') ?? 'all';
    const orgId = asked === 'all' ? null : (await findOrganization(asked)).id;
    const findings: Finding[] = [];
    const check = await verifyDocuments(orgId, (finding) => {
      if (findings.length < LISTED) findings.push(finding);
    });
    return { ...check, findings };
  },
  exitCode: (made) => (found(made as Verified) > 0 ? 1 : 0),
  text: (made) => describe(made as Verified),
};

const found = ({ counts }: DocumentCheck) => Object.values(counts).reduce((sum, count) => sum + count, 0);

function describe(made: Verified): string {
  const { checked, bytes, files, findings } = made;
  const more = found(made) - findings.length;
  return [
    ...findings.map(({ kind, org, id, file }) => `FOUND ${kind}  ${org}${id ? `  ${id}` : ''}  ${file}`),
    ...(more > 0 ? [`${more} more findings. Limit the check with --org.`] : []),
    `${checked} documents and uploads read, ${bytes} bytes. ${files} files in the store.`,
    conclusion(made),
  ].join('\n');
}

function conclusion(made: Verified): string {
  const { orphaned, ...wrong } = made.counts;
  const kinds = Object.entries(made.counts)
    .filter(([, count]) => count > 0)
    .map(([kind, count]) => `${count} ${kind}`);
  if (kinds.length === 0) return 'All files are present and unchanged.';
  if (Object.values(wrong).every((count) => count === 0))
    return `All documents have their files. Files without a document: ${orphaned}.`;
  return `Files are missing or wrong: ${kinds.join(', ')}.`;
}
