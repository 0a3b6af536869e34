import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { FollowReset } from '@/components/admin/sandboxes/follow-reset';
import { NewSandbox } from '@/components/admin/sandboxes/new-sandbox';
import { ResetSandbox } from '@/components/admin/sandboxes/reset-sandbox';
import { SandboxList } from '@/components/admin/sandboxes/sandbox-list';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { PageHeading } from '@/components/ui/page-heading';
import { TextLink } from '@/components/ui/text-link';
import { MOST_SANDBOXES } from '@/server/domain/sandboxes/rules';

export const metadata: Metadata = { title: 'Sandboxes' };

export default adminPage('list_sandboxes', async ({ caller, session, format }) => {
  const guide = (
    <>
      Developers: <TextLink href="/docs/guides/sandbox">sandbox guide</TextLink>
    </>
  );
  if (session.sandbox) {
    const sandbox = await caller.sandboxes.getSandbox({});
    const isResetting = sandbox.status === 'resetting';
    return (
      <MainArea>
        <PageHeading title="Sandbox">{guide}</PageHeading>
        <FollowReset isResetting={isResetting} />
        <p role="status" className="mb-3 max-w-2xl">
          {isResetting
            ? 'The example data is being added. This takes a few seconds.'
            : sandbox.reset_at
              ? `Reset ${format.instant(sandbox.reset_at)}.`
              : 'Never reset.'}
        </p>
        {isResetting ? null : <ResetSandbox />}
      </MainArea>
    );
  }
  const { data } = await caller.sandboxes.listSandboxes({});
  const isFull = data.length >= MOST_SANDBOXES;
  const create = isFull ? null : <NewSandbox organization={session.orgName} />;
  return (
    <MainArea>
      <PageHeading title="Sandboxes" actions={data.length === 0 ? null : create}>
        {guide}
      </PageHeading>
      <FollowReset isResetting={data.some(({ status }) => status === 'resetting')} />
      {data.length === 0 ? (
        <EmptyState title="No sandboxes." action={create}>
          A sandbox is a separate organization with example data, for developing and testing.
        </EmptyState>
      ) : (
        <SandboxList sandboxes={data} />
      )}
      {isFull ? (
        <p className="mt-3 text-ink-2">{`${MOST_SANDBOXES} sandboxes is the maximum. To start again in one of them, reset it.`}</p>
      ) : null}
    </MainArea>
  );
});
