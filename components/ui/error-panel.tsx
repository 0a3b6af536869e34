/** What failed, what still applies, the next step, and the request ID for support. */
import type { ReactNode } from 'react';
import { Icon } from './icons';
import { RequestId } from './request-id';

interface ErrorPanelProps {
  title: string;
  detail?: string;
  requestId?: string | null | undefined;
  children?: ReactNode;
}

export function ErrorPanel({ title, detail, requestId, children }: ErrorPanelProps) {
  return (
    <div role="alert" className="border-l-4 border-error bg-canvas px-4 py-3">
      <p className="flex items-start gap-2 font-semibold">
        <Icon name="problem" className="mt-1 size-4 shrink-0 text-error" />
        <span>{title}</span>
      </p>
      {detail ? <p>{detail}</p> : null}
      {requestId ? <RequestId id={requestId} /> : null}
      {children ? <div className="mt-3 flex flex-wrap gap-2">{children}</div> : null}
    </div>
  );
}
