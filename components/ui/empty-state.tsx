/** One sentence, the reason, the next action. */
import type { ReactNode } from 'react';
import { Icon, type IconName } from './icons';

interface EmptyStateProps {
  title: string;
  icon?: IconName;
  children?: ReactNode;
  action?: ReactNode;
}

export function EmptyState({ title, icon = 'info', children, action }: EmptyStateProps) {
  return (
    <div
      className={`flex gap-4 rounded border border-line bg-canvas px-4 py-5 ${children || action ? 'items-start' : 'items-center'}`}
    >
      <span className="flex size-10 shrink-0 items-center justify-center rounded-full bg-accent-tint text-accent max-sm:hidden">
        <Icon name={icon} className="size-5" />
      </span>
      <div className="min-w-0">
        <p className="font-semibold">{title}</p>
        {children ? <p className="text-ink-2">{children}</p> : null}
        {action ? <div className="mt-3 flex flex-wrap gap-2">{action}</div> : null}
      </div>
    </div>
  );
}
