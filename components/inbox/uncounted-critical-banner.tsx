import { RequestId } from '../ui/request-id';
import { TextLink } from '../ui/text-link';

interface UncountedCriticalBannerProps {
  /** Others file unmatched reports. */
  maySign: boolean;
  requestId: string | null;
}

/** A missing count must not look like zero. */
export function UncountedCriticalBanner({ maySign, requestId }: UncountedCriticalBannerProps) {
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-ink bg-canvas px-4 py-1 text-center font-semibold print:hidden"
    >
      {`Could not check for ${maySign ? 'unsigned or unmatched' : 'unmatched'} critical results. There may be some.`}{' '}
      {maySign ? (
        <>
          <TextLink href="/inbox">Open inbox</TextLink>{' '}
        </>
      ) : null}
      <TextLink href="/unmatched">Open unmatched</TextLink>
      {requestId ? (
        <div className="flex justify-center font-normal">
          <RequestId id={requestId} />
        </div>
      ) : null}
    </section>
  );
}
