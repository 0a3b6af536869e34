import { hrefOf } from '../../ui/pager';
import { TextLink } from '../../ui/text-link';
import { auditFilter, TOPICS, type AuditQuery } from './audit-filter';

interface AuditPresetsProps {
  path: string;
  query: AuditQuery;
  /** Without access to charts. */
  isAuditor: boolean;
}

/** Filters that are always offered: links, so that they work without scripts. */
export function AuditPresets({ path, query, isAuditor }: AuditPresetsProps) {
  const links = [
    { href: path, label: 'All', isCurrent: !auditFilter.isActive(query) },
    ...Object.entries(TOPICS).map(([topic, label]) => ({
      href: hrefOf(path, { topic }),
      label,
      isCurrent: query.topic === topic,
    })),
    ...(isAuditor
      ? []
      : [{ href: `${path}/chart-access`, label: 'Access log of one patient', isCurrent: false }]),
  ];
  return (
    <nav aria-label="Presets" className="mb-4 print:hidden">
      <ul className="flex flex-wrap gap-1.5">
        {links.map(({ href, label, isCurrent }) => (
          <li key={href}>
            <TextLink
              href={href}
              aria-current={isCurrent ? 'true' : undefined}
              className="chip target text-ink"
            >
              {label}
            </TextLink>
          </li>
        ))}
      </ul>
    </nav>
  );
}
