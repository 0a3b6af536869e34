'use client';
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import type { ScimToken, ScimTokenList } from '@/server/domain/provisioning/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Cell, DataTable, Row, RowHead } from '../../ui/data-table';
import { SecretOnce } from '../../secrets/secret-once';
import { showToast } from '../../ui/toast';

/** Tokens with which the identity provider adds, changes and removes users. */
export function ScimTokens({ tokens }: { tokens: ScimTokenList['data'] }) {
  const format = useFormat();
  const router = useRouter();
  const [made, setMade] = useState<ScimToken | null>(null);
  const submission = useOnce();

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
                  isDestructive
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
      {made ? (
        <SecretOnce
          title="New provisioning token"
          label="Token"
          value={made.token}
          lost={`Revoke ${made.stub} and create another token.`}
        >
          <Button onClick={() => setMade(null)}>Done</Button>
        </SecretOnce>
      ) : (
        <ActionButton
          label="Create token"
          run={async () =>
            setMade(await submission.send((options) => api.provisioning.createScimToken.mutate({}, options)))
          }
          done={() => router.refresh()}
          explain={({ detail, sentence }) => detail ?? sentence}
        />
      )}
    </div>
  );
}
