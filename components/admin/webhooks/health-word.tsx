/** Problems have an icon and the color of abnormal values, never red. */
import { Icon } from '../../ui/icons';

interface HealthWordProps {
  health: { word: string; reason?: string; hasProblem: boolean };
}

export function HealthWord({ health }: HealthWordProps) {
  return (
    <>
      <strong className={`inline-flex items-baseline gap-1.5 ${health.hasProblem ? 'text-abnormal' : ''}`}>
        {health.hasProblem ? <Icon name="problem" className="size-4 shrink-0 self-center" /> : null}
        {health.word}
        {health.reason ? ':' : '.'}
      </strong>
      {health.reason ? ` ${health.reason}.` : null}
    </>
  );
}
