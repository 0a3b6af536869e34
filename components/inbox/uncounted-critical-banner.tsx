import { RequestId } from '../ui/request-id';
import { TextLink } from '../ui/text-link';

/** A missing count must not look like zero. */
export function UncountedCriticalBanner({ requestId }: { requestId: string | null }) {
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-ink bg-canvas px-4 py-1 text-center font-semibold print:hidden"
    >
      Could not check for unsigned critical results. There may be some.{' '}
      <TextLink href="/inbox">Open inbox</TextLink>
      {requestId ? (
        <div className="flex justify-center font-normal">
          <RequestId id={requestId} />
        </div>
      ) : null}
    </section>
  );
}
