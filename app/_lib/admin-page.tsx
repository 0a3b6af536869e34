import type { ReactNode } from 'react';
import { MainArea } from '@/components/shell/main-area';
import { PageHeading } from '@/components/ui/page-heading';
import { Denied } from './denied';
import { getPageContext } from './page-context';

type PageContext = Awaited<ReturnType<typeof getPageContext>>;

type Render<Props> = (context: PageContext, props: Props) => Promise<ReactNode>;

/**
 * A page for administrators. The layout cannot guard it: Next.js renders a page even if the layout does not show it, and
 * does not render the layout again when a link opens the next page.
 * @param action the operation of the page, for the audit of a denied request
 */
export const adminPage = <Props,>(action: string, render: Render<Props>) =>
  guarded('mayAdminister', action, 'administer this organization', render);

/** A page for administrators and auditors. */
export const auditPage = <Props,>(render: Render<Props>) =>
  guarded('mayAudit', 'list_audit_entries', 'read the audit log', render);

const guarded = <Props,>(
  ability: 'mayAdminister' | 'mayAudit',
  action: string,
  what: string,
  render: Render<Props>,
) =>
  async function GuardedPage(props: Props): Promise<ReactNode> {
    const context = await getPageContext();
    if (context[ability]) return render(context, props);
    return (
      <MainArea>
        <PageHeading title="Administration" />
        <Denied what={what} action={action} />
      </MainArea>
    );
  };
