'use client';
import { useRouter } from 'next/navigation';
import { useFormat } from '#format';
import type { Colleague } from '@/server/domain/people/contract';
import type { OpenWorkList } from '@/server/domain/provisioning/contract';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { valueOf } from '../../client/form-values';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { Notice } from '../../ui/notice';
import { SelectField } from '../../ui/select-field';
import { showToast } from '../../ui/toast';
import { isRole, SIGNERS } from '@/server/shared/scopes';

type Work = OpenWorkList['data'][number];

/** Unsigned reports and open orders of former members, to be handed over. */
export function OpenWork({ work, colleagues }: { work: readonly Work[]; colleagues: readonly Colleague[] }) {
  if (work.length === 0) return null;
  return (
    <Notice kind="problem" word="Open work of former members" className="mb-6">
      The identity provider removed them. Choose who takes over.
      <ul className="mt-2 space-y-4">
        {work.map((one) => (
          <li key={one.id}>
            <HandOver work={one} colleagues={colleagues} />
          </li>
        ))}
      </ul>
    </Notice>
  );
}

function HandOver({ work, colleagues }: { work: Work; colleagues: readonly Colleague[] }) {
  const format = useFormat();
  const router = useRouter();
  const id = `successor-${work.id}`;
  const { form, busy, pending, error, at } = useSubmit(
    (data) =>
      api.provisioning.handOverWork.mutate({ id: work.id, successor_id: valueOf(data, 'successor') ?? '' }),
    () => {
      showToast('Work handed over.');
      router.refresh();
    },
    [['/successor_id', id, 'Successor']],
  );
  return (
    <form method="post" {...form} className="flex flex-wrap items-end gap-3">
      <p className="basis-full">
        <strong>
          <bdi>{work.name}</bdi>
        </strong>
        , removed {format.instant(work.ended_at)}: {count(work.open_reports, 'unsigned report')},{' '}
        {count(work.open_orders, 'open order')}.
      </p>
      <SelectField
        id={id}
        name="successor"
        label={`Successor of ${work.name}`}
        empty="Choose"
        options={colleagues
          .filter(({ role }) => isRole(role, SIGNERS))
          .map((one) => ({ value: one.id, label: one.name }))}
        error={at('/successor_id') ?? (error && error.fields.length === 0 ? error.sentence : undefined)}
      />
      <Button type="submit" weight="secondary" disabled={busy}>
        {pending ? 'Handing over' : 'Hand over'}
      </Button>
    </form>
  );
}
