import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { EditKey } from '@/components/admin/api-keys/edit-key';
import { KeyFacts } from '@/components/admin/api-keys/key-facts';
import { lastUse } from '@/components/admin/api-keys/key-words';
import { RevokeKey } from '@/components/admin/api-keys/revoke-key';
import { RotateKey } from '@/components/admin/api-keys/rotate-key';
import { Fold } from '@/components/ui/fold';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { SCOPE_WORDS } from '@/server/shared/scopes';
import { keyMarks } from '@/server/domain/api-keys/rules';

export const metadata: Metadata = { title: 'API key' };

export default adminPage(
  'get_api_key',
  async ({ caller, session, format, now }, { params }: { params: Promise<{ keyId: string }> }) => {
    const { keyId } = await params;
    const key = await orNotFound(caller.apiKeys.getApiKey({ id: keyId }));
    const marks = keyMarks(key, now);
    const over = marks.includes('revoked') || marks.includes('expired');
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/api-keys', label: 'API keys' }}
          title={key.name}
          actions={
            key.revoked_at ? null : (
              <RevokeKey
                id={key.id}
                name={key.name}
                stub={key.stub}
                lastUse={lastUse(key, format, now)}
                weight="secondary"
              />
            )
          }
        >
          {key.purpose}
        </PageHeading>
        <KeyFacts apiKey={key} now={now} words={SCOPE_WORDS} />
        <RotateKey
          // Another key has its own state.
          key={key.id}
          apiKey={key}
          possible={!over && !key.replaced_by}
          maxDays={session.keyMaxDays}
        />
        {over ? null : (
          <Fold title="Edit key" state="Name, purpose, allowed addresses, rate limit">
            <EditKey apiKey={key} />
          </Fold>
        )}
      </MainArea>
    );
  },
);
