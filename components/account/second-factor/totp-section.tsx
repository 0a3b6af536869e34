'use client';
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import { useFormat } from '#format';
import { api } from '../../client/client';
import { WRONG_CODE } from '../../client/session-client';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { shownError } from '../../ui/error-message';
import { showToast } from '../../ui/toast';
import { SectionHeading } from '../../ui/page-heading';
import { LAST_FACTOR } from './last-factor';
import { APP_WORDS, TotpEnrolment, type BegunTotp } from './totp-enrolment';
import { useProblem } from '../../ui/use-problem';

interface TotpSectionProps {
  since: string | null;
  /** The only second factor: without it, recovery codes are removed too. */
  isLast: boolean;
  /** Another app or passkey remains, or none is required. */
  removable: boolean;
}

export function TotpSection({ since, isLast, removable }: TotpSectionProps) {
  const format = useFormat();
  const router = useRouter();
  const [begun, setBegun] = useState<BegunTotp | null>(null);
  const [problem, setProblem] = useProblem();
  // Takes the focus from buttons that disappear.
  const section = useRef<HTMLElement>(null);

  async function begin() {
    setProblem('');
    try {
      setBegun(await api.secondFactors.beginTotp.mutate({}));
    } catch (thrown) {
      setProblem(shownError(thrown).sentence);
    }
  }

  async function confirm(code: string): Promise<string | null> {
    try {
      await api.secondFactors.confirmTotp.mutate({ code });
    } catch (thrown) {
      const error = shownError(thrown);
      return error.code === 'validation_failed' ? WRONG_CODE : error.sentence;
    }
    setBegun(null);
    section.current?.focus();
    showToast(since ? 'Authenticator app replaced.' : 'Authenticator app added.');
    router.refresh();
    return null;
  }

  return (
    <section ref={section} tabIndex={-1} aria-labelledby="totp">
      <SectionHeading id="totp" title="Authenticator app" />
      {begun ? (
        <TotpEnrolment
          begun={begun}
          replaces={since !== null}
          confirm={confirm}
          cancel={() => {
            setBegun(null);
            section.current?.focus();
          }}
        />
      ) : since ? (
        <div className="flex flex-wrap items-center justify-between gap-2">
          <p>Added {format.instant(since)}.</p>
          <div className="flex flex-wrap gap-2">
            <Button weight="quiet" aria-label="Replace the authenticator app" onClick={() => void begin()}>
              Replace
            </Button>
            {removable ? (
              <ConfirmDialog
                opener={{ label: 'Remove', weight: 'quiet', name: 'Remove the authenticator app' }}
                title="Remove the authenticator app?"
                confirm="Remove app"
                isDestructive
                onConfirm={() => api.secondFactors.removeTotp.mutate({})}
                explain={(error) => error.sentence}
                done={() => {
                  section.current?.focus();
                  showToast('Authenticator app removed.');
                  router.refresh();
                }}
              >
                <p>Its codes will no longer be accepted. You can add the app again with a new key.</p>
                {isLast ? <p className="mt-2">{LAST_FACTOR}</p> : null}
              </ConfirmDialog>
            ) : null}
          </div>
        </div>
      ) : (
        <>
          <p className="mb-2">{APP_WORDS}</p>
          <Button weight="secondary" onClick={() => void begin()}>
            Set up an authenticator app
          </Button>
        </>
      )}
      <p role="alert" className="mt-2 font-semibold text-error empty:hidden">
        {problem}
      </p>
    </section>
  );
}
