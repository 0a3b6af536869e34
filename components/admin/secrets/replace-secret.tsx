'use client';
/** The active secrets, and a form to rotate them. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import { useFormat } from '#format';
import { defineFields } from '../../client/form-fields';
import { useOnce, type SendOptions } from '../../client/use-once';
import { useSubmit } from '../../client/use-submit';
import { Button } from '../../ui/button';
import { ErrorSummary } from '../../ui/error-summary';
import { SecretOnce } from '../../secrets/secret-once';
import { SelectField } from '../../ui/select-field';
import { DEFAULT_OVERLAP, OVERLAPS } from './overlaps';

const FIELDS = defineFields({
  overlap: { pointer: '/overlap_hours', label: 'Validity of the old secret', className: 'max-w-64' },
});

interface ReplaceSecretProps {
  /** Heading of the new secret. */
  title: string;
  label: string;
  secrets: readonly { hint: string; created_at: string; expires_at: string | null }[];
  /** @returns the new secret; undefined if the response with it was lost */
  rotate: (overlapHours: number, options: SendOptions) => Promise<string | undefined>;
}

export function ReplaceSecret({ title, label, secrets, rotate }: ReplaceSecretProps) {
  const format = useFormat();
  const router = useRouter();
  const [made, setMade] = useState<{ secret: string | undefined } | null>(null);
  const submission = useOnce();
  const { form, busy, pending, error } = useSubmit(async (data) => {
    const overlap = Number(FIELDS.read(data).overlap ?? DEFAULT_OVERLAP);
    return { secret: await submission.send((options) => rotate(overlap, options)) };
  }, setMade);
  const { field } = FIELDS.controls(error);
  if (made) {
    return (
      <SecretOnce
        title={title}
        label={label}
        value={made.secret}
        lost="Rotate it again: the secret in use then stops working immediately."
      >
        <Button
          onClick={() => {
            setMade(null);
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
      <ErrorSummary error={error} fields={FIELDS.places} />
      <ul>
        {secrets.map(({ hint, created_at, expires_at }) => (
          <li key={`${hint} ${created_at}`}>
            Secret ends in <code className="font-mono">{hint}</code>, created {format.instant(created_at)}
            {expires_at ? <strong>, valid until {format.instant(expires_at)}</strong> : null}
          </li>
        ))}
      </ul>
      <SelectField {...field('overlap')} options={OVERLAPS} defaultValue={DEFAULT_OVERLAP} />
      <Button type="submit" disabled={busy} weight="secondary">
        {pending ? 'Rotating' : 'Rotate secret'}
      </Button>
    </form>
  );
}
