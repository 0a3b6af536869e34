/** The files of one report, newest first. */
import { useFormat } from '#format';
import type { Document } from '@/server/domain/documents/contract';
import { WholeDates } from '../format/whole-dates';
import { SectionHeading } from '../ui/page-heading';
import { TextLink } from '../ui/text-link';

interface DocumentVersionsProps {
  of: Document;
  versions: readonly Document[];
}

export function DocumentVersions({ of, versions }: DocumentVersionsProps) {
  const format = useFormat();
  if (versions.length < 2) return null;
  return (
    <section aria-labelledby="versions" className="mt-4">
      <SectionHeading id="versions" title="Files of this report" />
      <ol className="border-t-2 border-ink">
        {versions.map((version) => (
          <li key={version.id} className="border-b border-line py-2 wrap-anywhere">
            {version.id === of.id ? (
              <span className="font-semibold">
                <bdi>{version.title}</bdi> (this document)
              </span>
            ) : (
              <TextLink href={`/patients/${version.patient_id}/documents/${version.id}`}>
                <bdi>{version.title}</bdi>
              </TextLink>
            )}
            <span className="block text-sm text-ink-2">
              Filed <WholeDates of={format.instant(version.created_at)} />
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
