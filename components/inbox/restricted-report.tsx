/** In place of a report whose chart is restricted: what the list shows of it, and the way to open the chart. */
import type { InboxItem } from '@/server/domain/reviews/contract';
import { formatName } from '../format/names';
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';
import { SevereValue } from '../results/severe-value';

interface RestrictedReportProps {
  id: string;
  /** Of the page that asks for the reason. */
  href: string;
  /** Undefined if the report is not in the list. */
  item: InboxItem | undefined;
}

export const RestrictedReport = ({ id, href, item }: RestrictedReportProps) => (
  <div className="border-l-4 border-info bg-info-tint px-4 py-3">
    <h2 id={id} tabIndex={-1} className="mb-1 flex items-center gap-2 text-section font-semibold">
      <Icon name="lock" className="size-4" />
      Restricted chart
    </h2>
    {item ? (
      <p>
        <bdi className="font-semibold">{formatName(item.patient.name)}</bdi> · <bdi>{item.title}</bdi>
        {item.values.map((value, index) => (
          <span key={`${value.name} ${index}`} className="block">
            <SevereValue value={value} />
          </span>
        ))}
      </p>
    ) : null}
    <p className="mb-2">State a reason to see this report and the chart of the patient.</p>
    <LinkButton href={href}>Open chart</LinkButton>
  </div>
);
