import type { Metadata } from 'next';
import { orNotFound } from '@/app/_lib/load';
import { adminPage } from '@/app/_lib/admin-page';
import { byWhom } from '@/components/admin/api-keys/key-words';
import { MainArea } from '@/components/shell/main-area';
import { AppActions } from '@/components/admin/apps/app-actions';
import { AppDomain } from '@/components/admin/apps/app-domain';
import { AppSecrets } from '@/components/admin/apps/app-secrets';
import { KIND_WORDS, METHOD_WORDS } from '@/components/admin/apps/app-words';
import { EditApp } from '@/components/admin/apps/edit-app';
import { SampleRequests } from '@/components/admin/apps/sample-requests';
import { CopyField } from '@/components/ui/copy-field';
import { Fold } from '@/components/ui/fold';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import type { OauthApp } from '@/server/domain/oauth-apps/contract';
import { issuer } from '@/server/auth/access-token';
import { SCOPES, SCOPE_WORDS } from '@/server/shared/scopes';

export const metadata: Metadata = { title: 'Application' };

function publisherState(domain: OauthApp['domain']): string {
  if (!domain) return 'Not verified';
  return `${domain.host}, ${domain.verified_at ? 'verified' : 'not verified'}`;
}

export default adminPage(
  'get_oauth_app',
  async ({ caller, format }, { params }: { params: Promise<{ appId: string }> }) => {
    const { appId } = await params;
    const app = await orNotFound(caller.oauthApps.getOauthApp({ id: appId }));
    const scopes = SCOPES.map((scope) => ({ scope, words: SCOPE_WORDS[scope] }));
    const { id, name, people, paused_at } = app;
    const facts = [
      ['Users', String(people)],
      ['Registered', `${format.instant(app.created_at)} by ${byWhom(app.created_by_name, app.created_by)}`],
      ['Type', KIND_WORDS[app.kind].label],
      ['Client authentication', METHOD_WORDS[app.auth_method]],
      ['Permissions', app.scopes.join(', ')],
      ['Redirect URIs', app.redirect_uris.join(', ')],
    ] as const;
    return (
      <MainArea>
        <PageHeading
          parent={{ href: '/admin/apps', label: 'Applications', record: 'application' }}
          title={name}
          actions={<AppActions app={{ id, name, people, paused_at }} />}
        >
          {app.domain?.verified_at ? app.domain.host : null}
        </PageHeading>
        {paused_at ? (
          <Notice word="Paused" className="mb-5">
            No access since {format.instant(paused_at)}. Connections are kept.
          </Notice>
        ) : null}
        <dl className="mb-5 grid gap-x-6 gap-y-2.5 border-y border-line py-3 sm:grid-cols-2 lg:grid-cols-3">
          {facts.map(([label, value]) => (
            <div key={label}>
              <dt className="text-sm text-ink-2">{label}</dt>
              <dd className="wrap-anywhere">{value}</dd>
            </div>
          ))}
        </dl>
        <div className="mb-8 max-w-3xl">
          <CopyField id="client-id" label="Client ID (not secret)" value={app.client_id} />
        </div>
        <Fold title="Sample requests" open>
          <div className="max-w-4xl">
            <SampleRequests issuer={issuer()} app={app} />
          </div>
        </Fold>
        {app.kind === 'confidential' ? (
          <Fold title="Client secret">
            <AppSecrets app={{ id, name, secrets: app.secrets }} />
          </Fold>
        ) : null}
        <Fold title="Publisher" state={publisherState(app.domain)}>
          <AppDomain app={{ id, domain: app.domain }} />
        </Fold>
        <Fold id="edit" title="Edit application" state="Name, redirect URIs, permissions">
          <EditApp app={app} scopes={scopes} />
        </Fold>
      </MainArea>
    );
  },
);
