import { getPageContext } from '@/app/_lib/page-context';
import { ROLE_WORDS } from '@/server/domain/people/rules';
import type { Metadata } from 'next';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Account' };

export default async function AccountPage() {
  const { session } = await getPageContext();
  const facts = [
    ['Name', session.userName],
    ['Email', session.email],
    ['Organization', session.orgName],
    ['Role', ROLE_WORDS[session.role]],
  ] as const;
  return (
    <MainArea>
      <PageHeading title="Account" />
      <dl className="grid max-w-2xl grid-cols-[auto_1fr] gap-x-6 gap-y-1">
        {facts.map(([label, value]) => (
          <div key={label} className="contents">
            <dt className="text-ink-2">{label}</dt>
            <dd className="min-w-0 font-semibold break-words">{value}</dd>
          </div>
        ))}
      </dl>
    </MainArea>
  );
}
