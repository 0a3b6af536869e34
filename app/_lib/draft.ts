import type { DraftFound } from '@/components/client/drafts/use-draft';
import { load } from './load';
import { getPageContext } from './page-context';

/** The user's draft of a form, by the path of the form. */
export async function getDraft(form: string): Promise<DraftFound> {
  const { caller } = await getPageContext();
  const { value, error } = await load(caller.drafts.getDraft({ form }));
  return error ? 'unknown' : value.draft;
}
