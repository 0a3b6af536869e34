/**
 * The report as the laboratory sent it, beside the values that were read from it. Only where there is room for both; else
 * its page is a click away. The frame of a PDF never carries `sandbox`: Chromium then shows a broken page.
 */
import type { ReactNode } from 'react';
import type { Document } from '@/server/domain/documents/contract';
import { TextLink } from '../ui/text-link';

interface ReportBesideProps {
  /** Null: it could not be read. */
  document: Pick<Document, 'title' | 'status' | 'content_type' | 'content_url'> | null;
  /** Address of the report alone. */
  close: string;
  /** Why it could not be read. */
  failure?: ReactNode;
  children: ReactNode;
}

export function ReportBeside({ document, close, failure, children }: ReportBesideProps) {
  const url =
    document?.status === 'available' && document.content_type === 'application/pdf'
      ? document.content_url
      : null;
  return (
    <div className="report-beside">
      <div className="min-w-0">{children}</div>
      <aside aria-label="As sent by the laboratory" className="report-sent print:hidden">
        <p className="mb-2 flex flex-wrap gap-x-4">
          <span className="font-semibold">{document?.title ?? 'As sent by the laboratory'}</span>
          <TextLink href={close}>Close</TextLink>
        </p>
        {document && url ? (
          <iframe
            src={url}
            title={`${document.title}, as sent by the laboratory`}
            className="h-[80vh] w-full border border-control"
          />
        ) : (
          (failure ?? <p>It cannot be shown here. The values beside it are complete.</p>)
        )}
      </aside>
    </div>
  );
}
