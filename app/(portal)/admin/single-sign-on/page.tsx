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
import { MainArea } from '@/components/shell/main-area';
import { CopyField } from '@/components/ui/copy-field';
import { Notice } from '@/components/ui/notice';
import { PageHeading, SectionHeading } from '@/components/ui/page-heading';
import { FailedPart } from '@/components/ui/page-part';
import { TextLink } from '@/components/ui/text-link';

export const metadata: Metadata = { title: 'Single sign-on' };

export default adminPage(async ({ caller }) => {
  const settings = await caller.singleSignOn.getSingleSignOn({});
  const failures = await load(caller.singleSignOn.listSignOnFailures({}));
  const tokens = await load(caller.provisioning.listScimTokens({}));
  const scimUrl = `${new URL(settings.addresses.redirect).origin}/scim/v2`;
  const { provider, addresses, enforced, linked, members } = settings;
  const state = !provider?.enabled ? 'Off' : enforced ? 'Enforced' : 'On';
  return (
    <MainArea>
      <PageHeading title="Single sign-on">
        Sign in with the identity provider of your organization (OpenID Connect).{' '}
        <TextLink href="/docs/guides/single-sign-on">Setup guide</TextLink>
      </PageHeading>
      <div className="max-w-3xl space-y-8">
        <Notice word={state} className="mb-5">
          {linked} of {members} members are linked to an account of the provider.
        </Notice>
        <section aria-labelledby="addresses">
          <SectionHeading id="addresses" title="1. Register at the provider" />
          <p className="mb-3">Create a confidential web application there with these values.</p>
          <CopyField id="redirect-uri" label="Redirect URI" value={addresses.redirect} />
          <CopyField id="post-logout-uri" label="Post-logout redirect URI" value={addresses.post_logout} />
          <CopyField
            id="back-channel-uri"
            label="Back-channel logout URI"
            value={addresses.back_channel_logout}
          />
          <CopyField id="sign-in-uri" label="Sign-in address for users" value={addresses.sign_in} />
        </section>
        <section aria-labelledby="provider">
          <SectionHeading id="provider" title="2. Enter the provider" />
          <ProviderForm key={provider?.version ?? 0} provider={provider} />
        </section>
        <section aria-labelledby="domains">
          <SectionHeading id="domains" title="3. Verify email domains" />
          <EmailDomains domains={settings.domains} />
        </section>
        <section aria-labelledby="test">
          <SectionHeading id="test" title="4. Test" />
          <TestProvider provider={provider} />
        </section>
        <section aria-labelledby="rule">
          <SectionHeading id="rule" title="5. Turn on" />
          <RuleForm settings={settings} />
        </section>
        {provider ? (
          <section aria-labelledby="encryption">
            <SectionHeading id="encryption" title="Encrypted ID tokens" />
            <TokenKeys provider={provider} address={addresses.key_set} />
          </section>
        ) : null}
        <section aria-labelledby="provisioning">
          <SectionHeading id="provisioning" title="Provisioning (SCIM)" />
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
        </section>
        <section aria-labelledby="failures">
          <SectionHeading id="failures" title="Failed sign-ins" />
          {failures.error ? (
            <FailedPart
              what="The failed sign-ins"
              error={failures.error}
              again="/admin/single-sign-on"
              rest="The settings above are complete."
            />
          ) : (
            <FailureList failures={failures.value.data.slice(0, 10)} />
          )}
        </section>
        {provider ? <DeleteProvider /> : null}
      </div>
    </MainArea>
  );
});
