import type { Metadata } from 'next';
import { DocsPage } from '@/app/_lib/docs-page';
import { ErrorIndex } from '@/components/docs/error-index';
import { PageHeading } from '@/components/ui/page-heading';
import { titleOf } from '@/server/errors/problem-document';
import { GUIDE } from '@/server/errors/error-guide';
import { FIELD_GUIDE } from '@/server/shared/field-guide';
import { STATUS, type ErrorCode } from '@/server/errors/domain-error';

export const metadata: Metadata = { title: 'Error codes' };

export default function ErrorsPage() {
  const codes = (Object.keys(STATUS) as ErrorCode[]).map((code) => ({
    code,
    title: titleOf(code),
    status: STATUS[code],
    meaning: GUIDE[code].meaning,
  }));
  return (
    <DocsPage>
      <PageHeading title="Error codes">
        <p>
          Every error response is a problem document (RFC 9457, application/problem+json). Rely on its{' '}
          <code>code</code>: texts may change.
        </p>
      </PageHeading>
      <ErrorIndex codes={codes} fieldCodes={Object.entries(FIELD_GUIDE)} />
    </DocsPage>
  );
}
