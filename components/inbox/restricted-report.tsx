/** In place of a report whose chart is restricted. */
import { Icon } from '../ui/icons';
import { LinkButton } from '../ui/link-button';

export const RestrictedReport = ({ id, href }: { id: string; href: string }) => (
  <div className="border-l-4 border-info bg-info-tint px-4 py-3">
    <h2 id={id} tabIndex={-1} className="mb-1 flex items-center gap-2 text-section font-semibold">
      <Icon name="lock" className="size-4" />
      Restricted chart
    </h2>
    <p className="mb-2">State a reason to see this report and the chart of the patient.</p>
    <LinkButton href={href}>Open chart</LinkButton>
  </div>
);
