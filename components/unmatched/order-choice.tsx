/** The order of a patient that a report belongs to, if any. */
import { joinTests } from '@/server/domain/lab-results/rules';
import { useFormat } from '#format';
import type { Candidate } from '@/server/domain/inbound-reports/contract';
import { count } from '../format/numbers';
import { SelectField } from '../ui/select-field';

const stateOf = ({ tests, answered, unreported }: Candidate['orders'][number]): string =>
  answered === 0
    ? ''
    : unreported === 0
      ? ' (already reported)'
      : ` (${answered} of ${count(tests.length, 'test')} in this report)`;

interface OrderChoiceProps {
  id: string;
  orders: Candidate['orders'];
  value: string;
  choose: (order: string) => void;
}

export function OrderChoice({ id, orders, value, choose }: OrderChoiceProps) {
  const format = useFormat();
  if (orders.length === 0) return null;
  return (
    <SelectField
      id={id}
      label="Order"
      className="mb-3"
      optional
      empty="None"
      options={orders.map((one) => ({
        value: one.id,
        label: `${one.order_number}, ${format.instant(one.created_at, 'day')}: ${joinTests(one.tests)}${stateOf(one)}`,
      }))}
      value={value}
      onChange={(event) => choose(event.currentTarget.value)}
    />
  );
}
