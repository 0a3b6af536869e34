import type { ReactNode } from 'react';
import { NotAllowed } from '@/components/shell/not-allowed';
import { getPageContext } from './page-context';

interface DeniedProps {
  /** After "Your role does not allow you to". */
  what: string;
  /** The operation of the page, for the audit. */
  action: string;
  patientId?: string;
  back?: { href: string; label: string };
}

/** In place of a page that the user's role does not allow. The audit records the denied request. */
export async function Denied({ what, action, patientId, ...back }: DeniedProps): Promise<ReactNode> {
  const { recordDenied } = await getPageContext();
  await recordDenied(action, patientId);
  return <NotAllowed what={what} {...back} />;
}
