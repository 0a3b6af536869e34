'use client';
import { useRouter } from 'next/navigation';
import type { UpdateSettingsInput } from '@/server/domain/organizations/contract';
import { api } from '../../client/client';
import { useSubmit } from '../../client/use-submit';
import { showToast } from '../../ui/toast';

export function useSaveSettings(read: (data: FormData) => UpdateSettingsInput, saved: () => void) {
  const router = useRouter();
  return useSubmit(
    (data) => api.organizations.updateOrganizationSettings.mutate(read(data)),
    () => {
      saved();
      showToast('Settings saved.');
      router.refresh();
    },
  );
}
