'use client';
/** The logo of the organization: upload, preview and removal. */
import { useRouter } from 'next/navigation';
import { useRef, useState, type ChangeEvent } from 'react';
import { MAX_LOGO_BYTES } from '@/server/domain/organizations/rules';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { formatBytes } from '../../format/numbers';
import { Button } from '../../ui/button';
import { shownError } from '../../ui/error-message';
import { fieldMessage } from '../../ui/field-messages';
import { logoUrl } from '../../ui/logo';
import { showToast } from '../../ui/toast';
import { useProblem } from '../../ui/use-problem';

const base64Of = (file: Blob): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).replace(/^[^,]*,/, ''));
    reader.onerror = () => reject({ code: 'file_unreadable' });
    reader.readAsDataURL(file);
  });

export function LogoForm({ logo, organization }: { logo: string | null; organization: string }) {
  const router = useRouter();
  const picker = useRef<HTMLInputElement>(null);
  const [isPending, setIsPending] = useState(false);
  const [problem, setProblem] = useProblem();

  async function choose({ currentTarget }: ChangeEvent<HTMLInputElement>) {
    const file = currentTarget.files?.[0];
    // Selecting the same file again must fire a change event.
    currentTarget.value = '';
    if (!file) return;
    setProblem('');
    if (file.size > MAX_LOGO_BYTES) {
      setProblem(`The file is ${formatBytes(file.size)}. The limit is ${formatBytes(MAX_LOGO_BYTES)}.`);
      return;
    }
    setIsPending(true);
    try {
      await api.organizations.setOrganizationLogo.mutate({ content: await base64Of(file) });
      showToast('Logo saved.');
      router.refresh();
    } catch (thrown) {
      const error = shownError(thrown);
      setProblem(fieldMessage(error, '/content') ?? error.sentence);
    } finally {
      setIsPending(false);
    }
  }

  return (
    <div className="space-y-3">
      {logo ? (
        <img
          src={logoUrl(logo)}
          alt={`Logo of ${organization}`}
          className="max-h-16 max-w-60 logo-image border border-line object-contain p-1"
        />
      ) : null}
      <p className="text-ink-2">
        PNG or JPEG, at most {formatBytes(MAX_LOGO_BYTES)}. Shown in the top bar and on printouts.
      </p>
      <input
        ref={picker}
        type="file"
        accept="image/png,image/jpeg"
        onChange={(event) => void choose(event)}
        className="sr-only"
        tabIndex={-1}
        aria-label="Logo file"
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button
          weight="secondary"
          aria-disabled={isPending || undefined}
          onClick={() => !isPending && picker.current?.click()}
        >
          {isPending ? 'Uploading' : logo ? 'Replace logo' : 'Upload logo'}
        </Button>
        {logo ? (
          <ActionButton
            label="Remove logo"
            done="Logo removed."
            run={() => api.organizations.removeOrganizationLogo.mutate({})}
          />
        ) : null}
        <span role="alert" className="font-semibold text-error empty:hidden">
          {problem}
        </span>
      </div>
    </div>
  );
}
