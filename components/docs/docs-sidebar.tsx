/** The table of contents of the documentation: a sidebar on wide screens, a menu on others. */
import { Disclosure } from '../shell/disclosure';
import { Icon } from '../ui/icons';
import { DocsGroups, type DocsGroup } from './docs-groups';
import { ScrollingNav } from './scrolling-nav';

interface DocsNavigationProps {
  groups: readonly DocsGroup[];
}

export const DocsSidebar = ({ groups }: DocsNavigationProps) => (
  <ScrollingNav label="Documentation">
    <DocsGroups groups={groups} />
  </ScrollingNav>
);

export const DocsMenu = ({ groups }: DocsNavigationProps) => (
  <nav aria-label="Documentation" className="border-b border-line lg:hidden print:hidden">
    <Disclosure className="group">
      <summary className="target flex min-h-11 items-center gap-2 px-4 font-semibold">
        <Icon name="more" />
        Contents
        <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="grid border-t border-line bg-canvas px-1 pt-3 sm:grid-cols-[2fr_1fr]">
        <DocsGroups groups={groups} />
      </div>
    </Disclosure>
  </nav>
);
