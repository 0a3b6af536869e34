/** The user menu. It opens over the bar itself: the page does not move, and the patient banner is not covered. */
import { ROLE_WORDS } from '@/server/domain/people/rules';
import { Avatar } from '../ui/avatar';
import { Icon } from '../ui/icons';
import { TextLink } from '../ui/text-link';
import { Disclosure } from './disclosure';
import { SignOutForm } from './sign-out-form';
import type { FrameView } from './places';

export function PersonMenu({ frame }: { frame: FrameView }) {
  return (
    <Disclosure className="person-menu group ml-auto md:ml-0">
      <summary className="flex min-h-12 items-center gap-1.5 px-1 font-medium hover:underline">
        <Avatar id={frame.email} name={frame.person} className="size-7" />
        <span className="max-w-40 truncate max-sm:sr-only">{frame.person}</span>
        <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="person-panel bg-bar">
        <div className="flex min-h-full items-center justify-end gap-4 px-4">
          <p className="min-w-0 wrap-anywhere">
            <bdi className="font-semibold">{frame.person}</bdi>
            <span className="max-lg:hidden">, {frame.email}</span>
            <span className="max-sm:sr-only">, {ROLE_WORDS[frame.role]}</span>
          </p>
          {frame.canSwitch ? (
            <TextLink
              href="/account/organizations"
              className="py-2 whitespace-nowrap text-on-bar hover:text-on-bar"
            >
              Switch<span className="max-sm:sr-only"> organization</span>
            </TextLink>
          ) : null}
          <TextLink href="/account/display" className="py-2 text-on-bar hover:text-on-bar max-sm:hidden">
            Display
          </TextLink>
          <TextLink href="/account" className="py-2 text-on-bar hover:text-on-bar">
            Account
          </TextLink>
          <SignOutForm />
        </div>
      </div>
    </Disclosure>
  );
}
