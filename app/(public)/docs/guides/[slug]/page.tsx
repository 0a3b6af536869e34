import type { Metadata } from 'next';
import { notFound } from 'next/navigation';
import { DocsPage } from '@/app/_lib/docs-page';
import { GuideBody } from '@/components/docs/guide-body';
import { anchorOf } from '@/components/docs/guide';
import { GUIDES } from '@/components/docs/guides';
import { PageHeading } from '@/components/ui/page-heading';
import { env } from '@/server/env';

interface GuidePageProps {
  params: Promise<{ slug: string }>;
}

const guideOf = async (params: GuidePageProps['params']) => {
  const { slug } = await params;
  return GUIDES.find((guide) => guide.slug === slug);
};

export async function generateMetadata({ params }: GuidePageProps): Promise<Metadata> {
  const guide = await guideOf(params);
  return {
    title: `${guide?.title ?? 'Not found'} · Documentation`,
    ...(guide ? { description: guide.summary } : {}),
  };
}

export default async function GuidePage({ params }: GuidePageProps) {
  const guide = await guideOf(params);
  if (!guide) notFound();
  return (
    <DocsPage parts={guide.sections.map((section) => ({ id: anchorOf(section), title: section.title }))}>
      <PageHeading title={guide.title}>
        <p>{guide.summary}</p>
      </PageHeading>
      <GuideBody guide={guide} origin={env.PUBLIC_URL} />
    </DocsPage>
  );
}
