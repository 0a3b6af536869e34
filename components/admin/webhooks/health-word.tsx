/** Problems have an icon and the color of abnormal values, never red. */
import { Icon } from '../../ui/icons';

export function HealthWord({ health }: { health: { word: string; troubled: boolean } }) {
  return (
    <strong className={`inline-flex items-baseline gap-1.5 ${health.troubled ? 'text-abnormal' : ''}`}>
      {health.troubled ? <Icon name="problem" className="size-4 shrink-0 self-center" /> : null}
      {health.word}.
    </strong>
  );
}
