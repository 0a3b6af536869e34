'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import type { ScimTokenList } from '@/server/domain/provisioning/contract';
import { api } from '../../client/client';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { shownError } from '../../ui/error-message';
import { SecretOnce } from '../../ui/secret-once';
import { showToast } from '../../ui/toast';

/** Tokens with which the identity provider adds, changes and removes users. */
export function ScimTokens({ tokens }: { tokens: ScimTokenList['data'] }) {
  const format = useFormat();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const [pending, setPending] = useState(false);
  const [problem, setProblem] = useState('');

  async function create() {
    setPending(true);
    setProblem('');
    try {
      setSecret((await api.provisioning.createScimToken.mutate({})).token ?? null);
      router.refresh();
    } catch (thrown) {
      const { detail, sentence } = shownError(thrown);
      setProblem(detail ?? sentence);
    } finally {
      setPending(false);
    }
  }

  return (
    <div className="space-y-4">
      {tokens.length === 0 ? (
        <p className="text-ink-2">No token. The provider cannot manage users.</p>
      ) : (
        <DataTable
          caption="Provisioning tokens"
          columns={['Token', 'Created', 'Last use', { hidden: 'Action' }]}
        >
          {tokens.map((token) => (
            <Row key={token.id}>
              <RowHead>
                <code className="font-mono">{token.stub}</code>
              </RowHead>
              <Cell label="Created">{format.instant(token.created_at)}</Cell>
              <Cell label="Last use">
                {token.last_used_at ? format.instant(token.last_used_at) : 'Never'}
              </Cell>
              <Cell>
                <ConfirmDialog
                  opener={{ label: 'Revoke', name: `Revoke ${token.stub}`, weight: 'secondary' }}
                  title={`Revoke ${token.stub}?`}
                  confirm="Revoke token"
                  onConfirm={() => api.provisioning.revokeScimToken.mutate({ id: token.id })}
                  done={() => {
                    showToast('Token revoked.');
                    router.refresh();
                  }}
                >
                  <p>The provider can no longer manage users with it. This cannot be undone.</p>
                </ConfirmDialog>
              </Cell>
            </Row>
          ))}
        </DataTable>
      )}
      {secret ? (
        <SecretOnce title="New provisioning token" label="Token" value={secret}>
          <Button onClick={() => setSecret(null)}>Done</Button>
        </SecretOnce>
      ) : (
        <span className="inline-flex flex-wrap items-center gap-2">
          <Button weight="secondary" disabled={pending} onClick={() => void create()}>
            {pending ? 'Creating' : 'Create token'}
          </Button>
          <span role="alert" className="font-semibold text-error empty:hidden">
            {problem}
          </span>
        </span>
      )}
    </div>
  );
}
