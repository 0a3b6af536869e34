import { hrefOf } from '../../ui/pager';
import { ViewLinks } from '../../ui/view-links';
import { auditFilter, OF_ONE_USER, TOPICS, type AuditQuery } from './audit-filter';

interface AuditPresetsProps {
  path: string;
  query: AuditQuery;
  /** A date of the filter is invalid. */
  isInvalid: boolean;
}

/** Filters that are always offered: links, so that they work without scripts. */
export function AuditPresets({ path, query, isInvalid }: AuditPresetsProps) {
  const links = [
    {
      href: path,
      label: 'All',
      isCurrent: !isInvalid && !auditFilter.isActive({ about: undefined, ...query }),
    },
    ...Object.entries(TOPICS)
      .map(([topic, label]) => ({
        // The other criteria of the filter remain, except its patient or object.
        href: hrefOf(path, { ...query, about: undefined, topic }),
        label,
        isCurrent: query.topic === topic,
        topic,
      }))
      .filter(({ isCurrent, topic }) => isCurrent || !OF_ONE_USER.includes(topic)),
    {
      href: `${path}/chart-access`,
      label: 'Patient access log',
      isCurrent: query.about?.startsWith('pat_') ?? false,
    },
  ];
  return (
    <ViewLinks
      label="Presets"
      links={links}
      current={links.find(({ isCurrent }) => isCurrent)?.href ?? null}
      look="chips"
    />
  );
}
