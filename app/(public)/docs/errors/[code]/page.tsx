import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsPage } from '@/app/_lib/docs-page';
import { ErrorExplained } from '@/components/docs/error-explained';
import { PageHeading } from '@/components/ui/page-heading';
import { problemOf, titleOf } from '@/server/errors/problem-document';
import { exampleOf, GUIDE, isErrorCode } from '@/server/errors/error-guide';
import { FIELD_GUIDE } from '@/server/shared/field-guide';
import { STATUS } from '@/server/errors/domain-error';

interface ErrorPageProps {
  params: Promise<{ code: string }>;
}

const REQUEST_ID = 'req_01k9gk3h2mf4ar8v6q5c0t7yxw';

export async function generateMetadata({ params }: ErrorPageProps): Promise<Metadata> {
  const { code } = await params;
  return { title: `${isErrorCode(code) ? titleOf(code) : 'Not found'} · Errors` };
}

/** The URL in the `type` of a problem document. */
export default async function ErrorPage({ params }: ErrorPageProps) {
  const { code } = await params;
  if (!isErrorCode(code)) notFound();
  const { meaning, action, retry, extras } = GUIDE[code];
  const fieldCodes = (extras?.errors ?? []).map((entry) => [entry.code, FIELD_GUIDE[entry.code]] as const);
  return (
    <DocsPage>
      <PageHeading title={titleOf(code)}>
        <p>
          HTTP status {STATUS[code]}, code <code>{code}</code>
        </p>
      </PageHeading>
      <ErrorExplained
        meaning={meaning}
        action={action}
        retry={retry}
        fieldCodes={fieldCodes}
        example={problemOf(exampleOf(code), REQUEST_ID)}
      />
    </DocsPage>
  );
}
