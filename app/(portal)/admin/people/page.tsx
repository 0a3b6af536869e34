import type { Metadata } from 'next';
import { orFirstPage } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { getPageContext } from '@/app/_lib/page-context';
import { type Query, queryParam } from '@/app/_lib/query';
import { MainArea } from '@/components/shell/main-area';
import { InvitationList } from '@/components/admin/people/invitation-list';
import { formerFilter, peopleFilter } from '@/components/admin/people/people-filter';
import { PeopleList } from '@/components/admin/people/people-list';
import { OpenWork } from '@/components/admin/provisioning/open-work';
import { ViewLinks } from '@/components/ui/view-links';
import { EmptyState } from '@/components/ui/empty-state';
import { NewLink } from '@/components/shell/shortcuts/new-link';
import { PageHeading } from '@/components/ui/page-heading';
import { hrefOf, Pager } from '@/components/ui/pager';
import { TextLink } from '@/components/ui/text-link';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'People' };

const PATH = '/admin/people';
const VIEWS = { members: PATH, former: `${PATH}?view=former`, invitations: `${PATH}?view=invitations` };
const LINKS = [
  { href: VIEWS.members, label: 'Members' },
  { href: VIEWS.former, label: 'Former members' },
  { href: VIEWS.invitations, label: 'Invitations' },
];

export default adminPage(
  'list_people',
  async (_context, { searchParams }: { searchParams: Promise<Query> }) => {
    const query = await searchParams;
    const asked = queryParam(query, 'view');
    const view = asked === 'former' || asked === 'invitations' ? asked : 'members';
    const invite = (
      <NewLink href={`${PATH}/invite`} does="invite user">
        Invite user
      </NewLink>
    );
    return (
      <MainArea>
        <PageHeading title="People" actions={invite} />
        <ViewLinks label="Lists of users" links={LINKS} current={VIEWS[view]} />
        {view === 'invitations' ? (
          <Invitations cursor={queryParam(query, 'cursor')} />
        ) : (
          <Members view={view} given={query} />
        )}
      </MainArea>
    );
  },
);

async function Members({ view, given }: { view: 'members' | 'former'; given: Query }) {
  const { caller, session, now } = await getPageContext();
  const former = view === 'former';
  const cursor = queryParam(given, 'cursor');
  // Second factors of former members are not shown.
  const filter = peopleFilter.read((name) =>
    former && name === 'second_factor' ? undefined : queryParam(given, name),
  );
  const Form = former ? formerFilter.Form : peopleFilter.Form;
  const isFiltered = peopleFilter.isActive(filter);
  const query = { ...(former ? { view } : {}), ...filter };
  const work = former ? await caller.provisioning.listOpenWork({}) : null;
  const colleagues = work && work.data.length > 0 ? await caller.people.listColleagues({}) : null;
  const list = await orFirstPage(
    caller.people.listPeople({
      state: former ? 'ended' : 'active',
      ...filter,
      limit: 50,
      ...(cursor ? { cursor } : {}),
    }),
    hrefOf(PATH, query),
  );
  return (
    <>
      {work && colleagues ? <OpenWork work={work.data} colleagues={colleagues.data} /> : null}
      {list.data.length > 0 || isFiltered ? (
        <Form
          path={PATH}
          query={filter}
          kept={former ? <input type="hidden" name="view" value={view} /> : null}
          whole={null}
        />
      ) : null}
      {list.data.length === 0 && isFiltered ? (
        <EmptyState
          title={`No ${former ? 'former members' : 'members'} match this filter.`}
          action={<TextLink href={VIEWS[view]}>Show all</TextLink>}
        >
          {former ? null : 'Users who have not accepted their invitation are under Invitations.'}
        </EmptyState>
      ) : list.data.length === 0 ? (
        <EmptyState title={former ? 'No former members.' : 'No members.'}>
          {former ? 'Users who were removed from the organization appear here.' : null}
        </EmptyState>
      ) : (
        <PeopleList people={list.data} self={showId('user', session.userId)} former={former} now={now} />
      )}
      <Pager path={PATH} query={query} next={list.next_cursor} isFirst={!cursor} />
    </>
  );
}

async function Invitations({ cursor }: { cursor: string | undefined }) {
  const { caller } = await getPageContext();
  const list = await orFirstPage(
    caller.people.listInvitations({ limit: 50, ...(cursor ? { cursor } : {}) }),
    `${PATH}?view=invitations`,
  );
  return (
    <>
      {list.data.length === 0 ? (
        <EmptyState title="No invitations.">Invitations appear here with their status.</EmptyState>
      ) : (
        <InvitationList invitations={list.data} />
      )}
      <Pager path={PATH} query={{ view: 'invitations' }} next={list.next_cursor} isFirst={!cursor} />
    </>
  );
}
