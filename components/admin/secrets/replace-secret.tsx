'use client';
/** Secrets in use by their last letters, and a new one beside which the old one goes on for a while. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import { valueOf } from '../../client/form-values';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary, type FieldPlace } from '../../ui/error-summary';
import { SecretOnce } from '../../ui/secret-once';
import { SelectField } from '../../ui/select-field';
import { DEFAULT_OVERLAP, OVERLAPS } from './overlaps';

const FIELDS: readonly FieldPlace[] = [['/overlap_hours', 'overlap']];

interface ReplaceSecretProps {
  /** Above the new secret. */
  title: string;
  label: string;
  secrets: readonly { hint: string; created_at: string; expires_at: string | null }[];
  /** What a secret that is being replaced still does: `works`. */
  goesOn: string;
  /** Label of the choice of how long. */
  overlap: string;
  /** @returns the new secret */
  rotate: (overlapHours: number) => Promise<string>;
}

export function ReplaceSecret({ title, label, secrets, goesOn, overlap, rotate }: ReplaceSecretProps) {
  const format = useFormat();
  const router = useRouter();
  const [secret, setSecret] = useState<string | null>(null);
  const { form, busy, pending, error, at } = useSubmit(
    (data) => rotate(Number(valueOf(data, 'overlap') ?? DEFAULT_OVERLAP)),
    setSecret,
  );
  if (secret !== null) {
    return (
      <SecretOnce title={title} label={label} value={secret}>
        <Button
          onClick={() => {
            setSecret(null);
            router.refresh();
          }}
        >
          Done
        </Button>
      </SecretOnce>
    );
  }
  return (
    <form method="post" {...form} className="space-y-4">
      <ErrorSummary error={error} fields={FIELDS} />
      <ul className="list-disc pl-5">
        {secrets.map(({ hint, created_at, expires_at }) => (
          <li key={`${hint} ${created_at}`}>
            ends in <code className="font-mono">{hint}</code>, made {format.instant(created_at)}
            {expires_at ? (
              <strong>
                , being replaced, {goesOn} until {format.instant(expires_at)}
              </strong>
            ) : null}
          </li>
        ))}
      </ul>
      <SelectField
        id="overlap"
        name="overlap"
        label={overlap}
        options={OVERLAPS}
        defaultValue={DEFAULT_OVERLAP}
        className="max-w-64"
        error={at('/overlap_hours')}
      />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Replacing' : 'Make a new secret'}
      </Button>
    </form>
  );
}
