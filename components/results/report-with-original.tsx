/**
 * The report as sent by the laboratory, next to the values that were read from it, where the screen has room for both. The
 * frame of a PDF never carries `sandbox`: Chromium then shows a broken page.
 */
import type { ReactNode } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { TextLink } from '../ui/text-link';

interface ReportWithOriginalProps {
  /** Null if it could not be read. */
  document: Pick<Document, 'title' | 'status' | 'content_type' | 'content_url'> | null;
  /** URL of the report alone. */
  close: string;
  failure?: ReactNode;
  children: ReactNode;
}

export function ReportWithOriginal({ document, close, failure, children }: ReportWithOriginalProps) {
  const url =
    document?.status === 'available' && document.content_type === 'application/pdf'
      ? document.content_url
      : null;
  return (
    <div className="report-with-original">
      <div className="min-w-0">{children}</div>
      <aside aria-label="Original report" className="original-report print:hidden">
        <p className="mb-2 flex flex-wrap gap-x-4">
          <span className="font-semibold">{document?.title ?? 'Original report'}</span>
          <TextLink href={close}>Close</TextLink>
        </p>
        {document && url ? (
          <iframe
            src={url}
            title={`${document.title}, original report`}
            className="h-[80vh] w-full border border-control"
          />
        ) : (
          (failure ?? <p>No preview available. The values are complete.</p>)
        )}
      </aside>
    </div>
  );
}
