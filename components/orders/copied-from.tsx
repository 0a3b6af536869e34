/** Says which order a new one repeats, and what is not copied. */
import { useFormat } from '#format';
import type { OrderTemplate } from '@/server/domain/lab-orders/sheet-contract';
import { Notice } from '../ui/notice';
import { NotOrderable } from './not-orderable';

export function CopiedFrom({ template }: { template: OrderTemplate }) {
  const format = useFormat();
  return (
    <>
      <Notice word="">
        Copied from order {template.order_number}, placed {format.instant(template.created_at)}. Priority,
        answers, collection date and note to the laboratory are not copied.
      </Notice>
      {template.missing.length > 0 ? <NotOrderable names={template.missing} /> : null}
    </>
  );
}
