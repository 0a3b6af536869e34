import { Icon } from '../ui/icons';

interface IncludedInProps {
  panel: { name: string } | undefined;
  where: 'order' | 'set';
}

/** Next to a test that would be measured twice. */
export const IncludedIn = ({ panel, where }: IncludedInProps) =>
  panel ? (
    <p className="mt-1 flex items-start gap-2 font-semibold">
      <Icon name="problem" className="mt-1 size-4 shrink-0" />
      <span>
        Included in <bdi>{panel.name}</bdi>, which is in this {where}.
      </span>
    </p>
  ) : null;
