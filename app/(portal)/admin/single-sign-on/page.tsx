import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { load } from '@/app/_lib/load';
import { DeleteProvider } from '@/components/admin/single-sign-on/delete-provider';
import { EmailDomains } from '@/components/admin/single-sign-on/email-domains';
import { FailureList } from '@/components/admin/single-sign-on/failure-list';
import { ProviderForm } from '@/components/admin/single-sign-on/provider-form';
import { RuleForm } from '@/components/admin/single-sign-on/rule-form';
import { TestProvider } from '@/components/admin/single-sign-on/test-provider';
import { TokenKeys } from '@/components/admin/single-sign-on/token-keys';
import { ScimTokens } from '@/components/admin/provisioning/scim-tokens';
import { count } from '@/components/format/numbers';
import { MainArea } from '@/components/shell/main-area';
import { CopyField } from '@/components/ui/copy-field';
import { Fold } from '@/components/ui/fold';
import { Notice } from '@/components/ui/notice';
import { PageHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Single sign-on' };

export default adminPage('get_single_sign_on', async ({ caller }) => {
  const settings = await caller.singleSignOn.getSingleSignOn({});
  const failures = await load(caller.singleSignOn.listSignOnFailures({}));
  const tokens = await load(caller.provisioning.listScimTokens({}));
  const scimUrl = `${new URL(settings.addresses.redirect).origin}/scim/v2`;
  const { provider, addresses, enforced, linked, members, domains } = settings;
  const state = !provider?.enabled ? 'Off' : enforced ? 'Enforced' : 'On';
  const test = provider?.last_test;
  const works = test?.reason === null;
  const verified = domains.filter(({ verified_at }) => verified_at !== null);
  return (
    <MainArea>
      <PageHeading title="Single sign-on" actions={provider ? <DeleteProvider /> : null}>
        Sign in with the identity provider of your organization (OpenID Connect).{' '}
        <TextLink href="/docs/guides/single-sign-on">Setup guide</TextLink>
      </PageHeading>
      <Notice word={state} className="mb-5 max-w-3xl">
        {linked} of {members} members are linked to a provider account.
      </Notice>
      <Fold
        title="1. Register with the provider"
        state="URLs to enter"
        // Only a test shows that the provider knows the URLs.
        isDone={works}
        open={!provider}
      >
        <div className="max-w-3xl">
          <p className="mb-3">
            In your identity provider, create a confidential web application with these values.
          </p>
          <CopyField id="redirect-uri" label="Redirect URI" value={addresses.redirect} />
          <CopyField id="post-logout-uri" label="Post-logout redirect URI" value={addresses.post_logout} />
          <CopyField
            id="back-channel-uri"
            label="Back-channel logout URI"
            value={addresses.back_channel_logout}
          />
          <CopyField id="sign-in-uri" label="Sign-in URL for users" value={addresses.sign_in} />
        </div>
      </Fold>
      <Fold
        title="2. Enter provider details"
        isDone={provider !== null}
        state={provider ? new URL(provider.issuer).host : 'Not entered'}
        open={!provider || test?.reason !== null}
      >
        <div className="max-w-3xl">
          <ProviderForm provider={provider} />
        </div>
      </Fold>
      <Fold
        title="3. Verify email domains"
        isDone={verified.length > 0 && verified.length === domains.length}
        state={
          verified.length > 0
            ? `${verified.map(({ domain }) => domain).join(', ')} verified`
            : 'None verified'
        }
        open={verified.length < domains.length}
      >
        <div className="max-w-3xl">
          <EmailDomains domains={domains} />
        </div>
      </Fold>
      <Fold
        title="4. Test"
        isDone={works}
        state={works ? 'Succeeded' : test ? 'Failed' : 'Not tested with these settings'}
        open={provider !== null && (!works || !provider.enabled)}
      >
        <div className="max-w-3xl">
          <TestProvider provider={provider} />
        </div>
      </Fold>
      <Fold
        title="5. Turn on"
        isDone={provider?.enabled === true}
        state={state}
        open={works && !provider?.enabled}
      >
        <div className="max-w-3xl">
          <RuleForm settings={settings} />
        </div>
      </Fold>
      {provider ? (
        <Fold title="Encrypted ID tokens" state={provider.token_keys.length > 0 ? 'Possible' : 'No key'}>
          <div className="max-w-3xl">
            <TokenKeys provider={provider} address={addresses.key_set} />
          </div>
        </Fold>
      ) : null}
      <Fold
        title="Provisioning (SCIM)"
        state={tokens.value ? count(tokens.value.data.length, 'token') : undefined}
        open={tokens.error !== null}
      >
        <div className="max-w-3xl">
          <p className="mb-3">
            The provider adds, changes and removes users. A removed user loses access at once.
          </p>
          <CopyField id="scim-url" label="Tenant URL (SCIM base URL)" value={scimUrl} />
          {tokens.error ? (
            <FailedPart
              what="The tokens"
              error={tokens.error}
              again="/admin/single-sign-on"
              rest="They still work."
            />
          ) : (
            <ScimTokens tokens={tokens.value.data} />
          )}
        </div>
      </Fold>
      <Fold
        title="Failed sign-ins"
        state={failures.value ? failedWords(failures.value.data.length) : undefined}
        open={failures.error !== null}
      >
        {failures.error ? (
          <FailedPart
            what="The failed sign-ins"
            error={failures.error}
            again="/admin/single-sign-on"
            rest="The settings above are complete."
          />
        ) : (
          <FailureList failures={failures.value.data.slice(0, SHOWN_FAILURES)} />
        )}
      </Fold>
    </MainArea>
  );
});

const SHOWN_FAILURES = 10;

function failedWords(found: number): string {
  if (found === 0) return 'None';
  return found > SHOWN_FAILURES ? `Newest ${SHOWN_FAILURES}` : String(found);
}
