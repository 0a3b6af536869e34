import type { AuditActors, SavedAuditFilter } from '@/server/domain/audit-log/contract';
import { KIND_WORDS, OUTCOME_WORDS } from '@/server/domain/audit-log/rules';
import { instantsOf, type DayProblems } from '../../format/day-range';
import { choice, days, defineFilter, reference } from '../../ui/filter';
import { Line } from '../../ui/filter-controls';
import { Icon } from '../../ui/icons';
import { hrefOf } from '../../ui/pager';
import { TextLink } from '../../ui/text-link';
import type { Format } from '../../format/format';

/** Presets: links above the form, which keeps the chosen one. */
export const TOPICS = {
  denied: 'Denied',
  sign_ins: KIND_WORDS.auth,
  configuration: 'Configuration changes',
  deletions: 'Deletions',
  charts: 'Charts opened',
  charts_at_night: 'Charts opened at night',
};
/** Offered only by the links of the privacy report, which are about one user. */
export const OF_ONE_USER: readonly string[] = ['charts', 'charts_at_night'];
const WHO = /^(?:(?:usr|key|app|lab)_[0-7][0-9a-hjkmnp-tv-z]{25}|system)$/;

const ID = /^[a-z]{2,3}_[0-7][0-9a-hjkmnp-tv-z]{25}$/;
/** Characters, as of an MRN. */
const MOST = 64;

const about = {
  hides: true,
  read: (given: string) => given.trim().slice(0, MOST) || undefined,
  words: (id: string) => id,
  Control: ({ id, value }: { id: string; value: string | undefined }) => (
    <Line id={id} label="MRN or ID" value={value} most={MOST} />
  ),
};

/** The MRN, if the filter is about one. The page replaces it with the ID of its patient. */
export const mrnOf = ({ about: given }: { about: string | undefined }): string | null =>
  given === undefined || ID.test(given) ? null : given;

const topic = choice(TOPICS, { label: 'Preset', all: 'All' });
const reads = choice({ shown: 'Shown' }, { label: 'Reads', all: 'Hidden' });

/** Set by a link; the form only keeps it. */
const kept = <Of extends typeof topic | typeof reads>(criterion: Of): Of => ({
  ...criterion,
  Control: ({ id, value }: { id: string; value: string | undefined }) =>
    value ? <input type="hidden" name={id} value={value} /> : null,
});

const criteria = {
  topic: kept(topic),
  // Shows more, so it hides nothing.
  reads: { ...kept(reads), hides: false },
  who: reference(WHO, { label: 'Actor', all: 'All' }),
  kind: choice(KIND_WORDS, { label: 'Type', all: 'All' }),
  outcome: choice(OUTCOME_WORDS, { label: 'Outcome', all: 'All' }),
  ...days(),
};
export const auditFilter = defineFilter({ ...criteria, about });
/** Of the access log of one patient. */
export const accessFilter = defineFilter(criteria);
/** Without `about` in the access log of one patient. */
export type AuditQuery = ReturnType<typeof accessFilter.read> & { about?: string | undefined };

/** Address of a saved filter, as the form writes it. */
export const savedHref = (path: string, { filter }: SavedAuditFilter): string =>
  hrefOf(
    path,
    auditFilter.read((name) => new Map<string, string | undefined>(Object.entries(filter)).get(name)),
  );

/** Days of the organization's time zone become instants. */
export const auditInput = (
  { who, kind, outcome, topic, from, to }: Omit<AuditQuery, 'reads' | 'about'>,
  format: Format,
) => ({
  who,
  kind,
  outcome,
  topic,
  ...instantsOf({ from, to }, format),
});

/** False if the other filters leave no allowed reads or drafts, or ask for them. */
const mayHideReads = ({ kind, outcome, topic, about: id }: AuditQuery): boolean =>
  (!kind || kind === 'write') && !topic && !id && (!outcome || outcome === 'allowed');

export const hidesReads = (query: AuditQuery): boolean => mayHideReads(query) && !query.reads;

/** Whether reads are shown, and the link to change it. */
export function ReadsLine({ path, query }: { path: string; query: AuditQuery }) {
  if (!mayHideReads(query)) return null;
  const hidden = hidesReads(query);
  const isWrites = query.kind === 'write';
  return (
    <p className="flex flex-wrap items-baseline gap-x-3 text-sm print:hidden">
      {isWrites ? 'Drafts' : 'Views, lists and drafts'} are{' '}
      {hidden ? 'hidden, except denied and failed ones.' : 'shown.'}
      <TextLink
        href={hrefOf(path, { ...query, reads: hidden ? 'shown' : undefined })}
        scroll={false}
        className="inline-flex min-h-6 items-center font-semibold"
      >
        {hidden ? 'Show' : 'Hide'} {isWrites ? 'drafts' : 'views and lists'}
      </TextLink>
    </p>
  );
}

interface PrintedFilterProps {
  organization: string;
  query: AuditQuery;
  /** Other pages of the list have entries as well. */
  isPart: boolean;
}

/** On paper, where the filter is not shown: what the list contains. */
export function PrintedFilter({ organization, query, isPart }: PrintedFilterProps) {
  const words = auditFilter.words({ about: undefined, ...query });
  return (
    <p className="hidden basis-full print:block">
      <bdi>{organization}</bdi>. {words ? `Filter: ${words}.` : 'No filter.'}
      {hidesReads(query)
        ? ` Without ${query.kind === 'write' ? '' : 'views, lists and '}drafts, except denied and failed ones.`
        : null}
      {isPart ? ' More entries are on other pages.' : null}
    </p>
  );
}

/** Which sign-ins the preset does not have. */
export function SignInsLine({ query: { topic: preset } }: { query: AuditQuery }) {
  if (preset !== 'sign_ins') return null;
  return (
    <p className="basis-full text-sm print:hidden">
      Failed sign-ins are in <TextLink href="/admin/security-events">Security events</TextLink>.
    </p>
  );
}

interface AuditFilterProps {
  path: string;
  query: AuditQuery;
  problems: DayProblems | null;
  actors: AuditActors;
  /** Name of the selected actor, if the list does not offer it. */
  chosen: string | undefined;
  /** In the access log of one patient. */
  ofOnePatient: boolean;
}

/**
 * Folded unless it is used, so that the list starts on the first screen. The form is next to its chip instead of inside,
 * so that it opens in a row below and no chip moves.
 */
export function AuditFilter({ path, query, problems, actors, chosen, ofOnePatient }: AuditFilterProps) {
  const groups = [
    { label: 'People', members: actors.people },
    { label: 'API keys', members: actors.keys },
    { label: 'Applications', members: actors.apps },
    { label: 'Connections', members: actors.connections },
  ];
  const offered = groups.some(({ members }) => members.some(({ id }) => id === query.who));
  const who = (
    <>
      {query.who && !offered && query.who !== 'system' ? (
        <option value={query.who}>{chosen ?? query.who}</option>
      ) : null}
      <option value="system">System</option>
      {groups
        .filter(({ members }) => members.length > 0)
        .map(({ label, members }) => (
          <optgroup key={label} label={label}>
            {members.map(({ id, name }) => (
              <option key={id} value={id}>
                {name ?? id}
              </option>
            ))}
          </optgroup>
        ))}
    </>
  );
  // One row at 1,440 px.
  const className = 'mt-1 md:[&_select]:max-w-38';
  const form = { path, problems, options: { who }, whole: 'Clear filters', className };
  // The page names a chosen patient.
  const id = query.about?.startsWith('pat_') ? undefined : query.about;
  const used = [query.who, query.kind, query.outcome, query.from, query.to, id].filter(Boolean);
  return (
    <>
      <details open={used.length > 0 || problems !== null} className="group peer/filter print:hidden">
        <summary className="chip target gap-1.5">
          <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
          {used.length > 0 ? `Filter (${used.length})` : 'Filter'}
        </summary>
      </details>
      <div className="order-last hidden basis-full peer-open/filter:block">
        {ofOnePatient ? (
          <accessFilter.Form {...form} query={query} />
        ) : (
          <auditFilter.Form {...form} query={{ about: undefined, ...query }} />
        )}
      </div>
    </>
  );
}
