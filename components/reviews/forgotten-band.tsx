/** For administrators, on every page: critical values of which nobody has taken note for too long. */
import { count } from '../format/numbers';
import { TextLink } from '../ui/text-link';

export function ForgottenBand({
  forgotten,
  forgottenMinutes,
}: {
  forgotten: number;
  forgottenMinutes: number;
}) {
  return (
    <section
      aria-label="Warning"
      className="border-b-2 border-critical bg-critical-tint px-4 py-1 text-center font-semibold text-critical print:hidden"
    >
      {count(forgotten, 'critical result has', 'critical results have')} waited for more than{' '}
      {forgottenMinutes} minutes, and nobody has signed.{' '}
      <TextLink href="/inbox?scope=everyone">Open the inbox</TextLink>
    </section>
  );
}
