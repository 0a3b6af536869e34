/** The top bar of the portal: home link, patient search, main pages and user menu. */
import { Icon } from '../ui/icons';
import { LinkForm } from '../ui/link-form';
import { Logo, logoUrl } from '../ui/logo';
import { PRODUCT_NAME } from '../ui/product-name';
import { MainLinks } from './main-links';
import { NavigationProgress } from './navigation-progress';
import { PersonMenu } from './person-menu';
import type { FrameView } from './places';

export function TopBar({ frame }: { frame: FrameView }) {
  return (
    <header className="portal-bar bar-focus bg-bar text-on-bar print:hidden">
      <NavigationProgress />
      <div className="mx-auto flex min-h-12 short:pointer-fine:min-h-10 w-full max-w-416 flex-wrap items-center xl:flex-nowrap gap-x-5 gap-y-1 px-4 max-sm:py-1.5">
        <p className="flex min-w-0 items-center gap-2.5 leading-5">
          {frame.logo ? (
            // Next to the name of the organization. White, because logos are made for paper.
            <img
              src={logoUrl(frame.logo)}
              alt=""
              className="logo-image h-8 max-w-32 shrink-0 rounded object-contain p-0.5"
            />
          ) : (
            <Logo />
          )}
          <span className="font-bold whitespace-nowrap max-[110rem]:sr-only">{PRODUCT_NAME}</span>
          <span className="truncate text-sm">{frame.organization}</span>
        </p>
        {frame.mayReadPatients ? <FrameSearch /> : <span className="flex-1" />}
        <MainLinks places={frame.places} />
        <PersonMenu frame={frame} />
      </div>
    </header>
  );
}

/** On a phone the bottom bar leads to the search. */
const FrameSearch = () => (
  <LinkForm
    action="/patients"
    empties
    answerId="main"
    role="search"
    className="flex min-w-0 flex-1 basis-32 max-sm:hidden"
  >
    <label htmlFor="frame-search" className="sr-only">
      Find a patient by name, birth date, MRN or phone
    </label>
    <input
      id="frame-search"
      name="q"
      type="search"
      minLength={2}
      maxLength={200}
      autoComplete="off"
      placeholder="Find a patient"
      className="min-h-9 w-full min-w-0 rounded-l border border-paper bg-paper px-2.5 text-ink pointer-coarse:min-h-11 short:pointer-fine:min-h-8"
    />
    <input type="hidden" name="go" value="1" />
    <button
      type="submit"
      className="flex min-h-9 shrink-0 items-center gap-1.5 rounded-r border border-l-0 border-paper bg-range px-3 font-semibold text-ink hover:bg-paper pointer-coarse:min-h-11 short:pointer-fine:min-h-8"
    >
      <Icon name="search" />
      <span className="lg:max-xl:sr-only">Search</span>
    </button>
  </LinkForm>
);
