'use client';
/** The key to which the provider may encrypt ID tokens. */
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { SingleSignOn } from '@/server/domain/single-sign-on/contract';
import { api } from '../../client/client';
import { useOnce } from '../../client/use-once';
import { ActionButton } from '../../client/action-button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { CopyField } from '../../ui/copy-field';
import { showToast } from '../../ui/toast';

interface Props {
  provider: NonNullable<SingleSignOn['provider']>;
  /** Address of the key set. */
  address: string;
}

export function TokenKeys({ provider, address }: Props) {
  const router = useRouter();
  const format = useFormat();
  const [newest] = provider.token_keys;
  const submission = useOnce();
  const create = () => submission.send((options) => api.singleSignOn.createTokenKey.mutate({}, options));
  const done = (text: string) => () => {
    showToast(text);
    router.refresh();
  };
  if (!newest)
    return (
      <div className="space-y-3">
        <p>Needed only if your provider encrypts ID tokens. Unencrypted tokens are accepted as well.</p>
        <ActionButton label="Create key" run={create} done={done('Key created.')} />
      </div>
    );
  return (
    <div className="space-y-3">
      <p>The provider encrypts with RSA-OAEP or RSA-OAEP-256 to the key at this address.</p>
      <CopyField id="key-set-uri" label="Key set (JWKS) URI" value={address} />
      <p className="text-ink-2">
        Key <bdi className="font-mono text-sm wrap-anywhere">{newest.id}</bdi>, created{' '}
        {format.instant(newest.created_at)}
      </p>
      <div className="flex flex-wrap gap-3">
        <ConfirmDialog
          opener={{ label: 'Replace key', weight: 'secondary' }}
          title="Replace the key?"
          confirm="Replace key"
          onConfirm={create}
          done={done('Key replaced.')}
        >
          <p>
            Tokens encrypted to the current key are still accepted, those encrypted to an earlier key are not.
          </p>
        </ConfirmDialog>
        <ConfirmDialog
          opener={{ label: 'Delete keys', weight: 'secondary' }}
          title="Delete the keys?"
          confirm="Delete keys"
          isDestructive
          onConfirm={() => api.singleSignOn.deleteTokenKeys.mutate({})}
          done={done('Keys deleted.')}
        >
          <p>
            Encrypted ID tokens are rejected afterwards. Turn off encryption at the provider first, so that
            users can still sign in.
          </p>
        </ConfirmDialog>
      </div>
    </div>
  );
}
