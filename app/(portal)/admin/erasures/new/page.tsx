import type { Metadata } from 'next';
import { adminPage } from '@/app/_lib/admin-page';
import { orNotFound } from '@/app/_lib/load';
import { type Query, queryParam } from '@/app/_lib/query';
import { ErasePatient } from '@/components/admin/erasures/erase-form';
import { MainArea } from '@/components/shell/main-area';
import { EmptyState } from '@/components/ui/empty-state';
import { LinkButton } from '@/components/ui/link-button';
import { PageHeading } from '@/components/ui/page-heading';

export const metadata: Metadata = { title: 'Erase patient' };

export default adminPage(
  'get_erasure_preview',
  async ({ caller }, { searchParams }: { searchParams: Promise<Query> }) => {
    const id = queryParam(await searchParams, 'patient');
    const preview = id ? await orNotFound(caller.erasures.getErasurePreview({ id })) : null;
    return (
      <MainArea>
        <PageHeading parent={{ href: '/admin/erasures', label: 'Erased patients' }} title="Erase patient">
          Permanently removes all data of a patient. A certificate without patient data remains.
        </PageHeading>
        {preview ? (
          <ErasePatient preview={preview} />
        ) : (
          <EmptyState
            title="No patient selected."
            action={
              <LinkButton href="/patients" weight="secondary">
                Go to patients
              </LinkButton>
            }
          >
            Open the chart of the patient, then Details.
          </EmptyState>
        )}
      </MainArea>
    );
  },
);
