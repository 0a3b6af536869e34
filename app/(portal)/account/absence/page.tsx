import type { Metadata } from 'next';
import { Denied } from '@/app/_lib/denied';
import { getPageContext } from '@/app/_lib/page-context';
import { MainArea } from '@/components/shell/main-area';
import { AbsenceForm } from '@/components/admin/people/absence-form';
import { AbsenceList } from '@/components/admin/people/absence-list';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { showId } from '@/server/shared/ids';

export const metadata: Metadata = { title: 'Absence' };

export default async function AbsencePage() {
  const { caller, session, maySign } = await getPageContext();
  if (!maySign) {
    return (
      <MainArea>
        <PageHeading title="Absence" />
        <Denied what="arrange cover" action="list_delegations" />
      </MainArea>
    );
  }
  const [absences, colleagues] = await Promise.all([
    caller.people.listDelegations({}),
    caller.people.listColleagues({}),
  ]);
  const self = showId('user', session.userId);
  const others = colleagues.data.filter(({ id }) => id !== self);
  return (
    <MainArea>
      <PageHeading title="Absence">A colleague can cover your inbox while you are away.</PageHeading>
      <div className="max-w-3xl space-y-8">
        <AbsenceList absences={absences.data} of={self} />
        <section aria-labelledby="new-absence">
          <SectionHeading id="new-absence" title="New absence" />
          <AbsenceForm colleagues={others} />
        </section>
      </div>
    </MainArea>
  );
}
