/** Says which order a new one repeats, and what is not copied. */
import { useFormat } from '#format';
import type { OrderTemplate } from '@/server/domain/lab-orders/sheet-contract';
import { PRIORITY_WORDS } from '@/server/domain/lab-orders/rules';
import { Notice } from '../ui/notice';
import { NotOrderable } from './not-orderable';

export function CopiedFrom({ template }: { template: OrderTemplate }) {
  const format = useFormat();
  return (
    <>
      <Notice word="">
        Copied from order {template.order_number}, placed {format.instant(template.created_at)}.{' '}
        {template.priority === null
          ? 'Priority, answers'
          : `Priority: ${PRIORITY_WORDS[template.priority]}, as in that order. Answers`}
        , collection date and note to the laboratory are not copied.
      </Notice>
      {template.missing.length > 0 ? <NotOrderable names={template.missing} /> : null}
    </>
  );
}
