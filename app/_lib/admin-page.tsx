import type { ReactNode } from 'react';
import { MainArea } from '@/components/shell/main-area';
import { NotAllowed } from '@/components/shell/not-allowed';
import { PageHeading } from '@/components/ui/page-heading';
import { getPageContext } from './page-context';

type PageContext = Awaited<ReturnType<typeof getPageContext>>;

/**
 * A page for administrators. The layout cannot guard it: Next.js renders a page even if the layout does not show it, and
 * does not render the layout again when a link opens the next page.
 */
export const adminPage = <Props,>(render: (context: PageContext, props: Props) => Promise<ReactNode>) =>
  async function AdminPage(props: Props): Promise<ReactNode> {
    const context = await getPageContext();
    if (context.mayAdminister) return render(context, props);
    return (
      <MainArea>
        <PageHeading title="Administration" />
        <NotAllowed what="administer this organization" />
      </MainArea>
    );
  };
