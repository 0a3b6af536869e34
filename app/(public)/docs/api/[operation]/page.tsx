import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsPage } from '@/app/_lib/docs-page';
import { OperationExplained, partsOf } from '@/components/docs/operation-explained';
import { guidesOf } from '@/components/docs/guides-of';
import { OPERATIONS } from '@/components/docs/reference';
import { PageHeading } from '@/components/ui/page-heading';
import { GUIDE } from '@/server/errors/error-guide';

const MEANINGS = Object.fromEntries(Object.entries(GUIDE).map(([code, { meaning }]) => [code, meaning]));

interface OperationPageProps {
  params: Promise<{ operation: string }>;
}

const operationOf = async (params: OperationPageProps['params']) => {
  const { operation } = await params;
  return OPERATIONS.find(({ id }) => id === operation);
};

export async function generateMetadata({ params }: OperationPageProps): Promise<Metadata> {
  const operation = await operationOf(params);
  return {
    title: `${operation?.summary ?? 'Not found'} · Reference`,
    ...(operation ? { description: `${operation.method} ${operation.path}: ${operation.summary}.` } : {}),
  };
}

export default async function OperationPage({ params }: OperationPageProps) {
  const operation = await operationOf(params);
  if (!operation) notFound();
  return (
    <DocsPage parts={partsOf(operation)}>
      <PageHeading title={operation.summary} />
      <OperationExplained operation={operation} meanings={MEANINGS} guides={guidesOf(operation)} />
    </DocsPage>
  );
}
