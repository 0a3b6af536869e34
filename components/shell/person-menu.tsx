/**
 * The user menu. The page does not move, and neither the navigation nor name, birth date and MRN in the patient banner are
 * covered: on a phone it opens over the search, elsewhere below the bar at the right.
 */
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { Disclosure } from './disclosure';
import { SignOutForm } from './sign-out-form';
import type { FrameView } from './places';

const LINK =
  'py-2 whitespace-nowrap text-on-bar hover:text-on-bar sm:px-4 sm:font-medium sm:no-underline sm:hover:bg-bar-hover';

export function PersonMenu({ frame }: { frame: FrameView }) {
  return (
    <Disclosure className="person-menu group ml-auto">
      <summary className="flex min-h-12 short:pointer-fine:min-h-10 items-center gap-1.5 px-1 font-medium hover:underline">
        <Avatar id={frame.email} name={frame.person} className="size-7" />
        <span className="max-w-40 truncate max-sm:sr-only md:max-xl:sr-only">{frame.person}</span>
        <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="person-panel bg-bar">
        <div className="flex min-h-full items-center justify-end gap-4 px-4 sm:flex-col sm:items-stretch sm:gap-0 sm:px-0 sm:py-3">
          <p className="min-w-0 wrap-anywhere sm:px-4 sm:pb-2">
            <bdi className="font-semibold">{frame.person}</bdi>
            <span className="max-sm:sr-only sm:block sm:text-sm">
              <span className="sm:sr-only">, </span>
              {frame.roleName}
            </span>
            <span className="block text-sm max-sm:hidden">{frame.email}</span>
          </p>
          {frame.canSwitch ? (
            <TextLink href="/account/organizations" className={LINK}>
              Switch<span className="max-sm:sr-only"> organization</span>
            </TextLink>
          ) : null}
          <TextLink href="/account/display" className={`${LINK} max-sm:hidden`}>
            Display
          </TextLink>
          <TextLink href="/account" className={LINK}>
            Account
          </TextLink>
          <div className="sm:px-4 sm:pt-2">
            <SignOutForm />
          </div>
        </div>
      </div>
    </Disclosure>
  );
}
