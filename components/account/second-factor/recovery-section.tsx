'use client';
import { useRouter } from 'next/navigation';
import { useEffect, useRef, useState } from 'react';
import { useFormat } from '#format';
import { api } from '../../client/client';
import { count } from '../../format/numbers';
import { Button } from '../../ui/button';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { announce } from '../../ui/live-region';
import { SectionHeading } from '../../ui/page-heading';
import { PRODUCT_NAME } from '../../ui/product-name';
import { saveFile } from '../../client/save-file';
import { selectText, useCopy } from '../../ui/use-copy';
import { ShownOnce } from '../../secrets/shown-once';

interface RecoverySectionProps {
  /** Email of the account, for the printed and downloaded codes. */
  account: string;
  left: number;
  possible: boolean;
}

export function RecoverySection({ account, left, possible }: RecoverySectionProps) {
  const router = useRouter();
  const format = useFormat();
  const [codes, setCodes] = useState<readonly string[] | null>(null);
  const [about, setAbout] = useState('');

  async function create() {
    setCodes((await api.secondFactors.createRecoveryCodes.mutate({})).codes);
    setAbout(`${account}, created ${format.instant(new Date().toISOString(), 'day')}.`);
  }

  return (
    <section aria-labelledby="recovery">
      <SectionHeading id="recovery" title="Recovery codes" />
      {codes ? (
        <RecoveryCodes
          codes={codes}
          about={about}
          done={() => {
            setCodes(null);
            router.refresh();
          }}
        />
      ) : (
        <>
          <p className="mb-2">
            {possible
              ? `${left === 0 ? 'You have none. A code' : `${count(left, 'code')} left. Each`} lets you sign in once if you lose your app or passkey.`
              : 'Recovery codes let you sign in if you lose your app or passkey. Set up an app or passkey first.'}
          </p>
          {possible ? (
            <ConfirmDialog
              opener={{
                label: left > 0 ? 'Replace recovery codes' : 'Create recovery codes',
                weight: 'secondary',
              }}
              title={left > 0 ? 'Replace recovery codes?' : 'Create ten recovery codes?'}
              confirm={left > 0 ? 'Replace codes' : 'Create codes'}
              onConfirm={create}
              done={() => {
                // Not a message at the lower edge, where it would cover the buttons of the codes.
                announce('Ten recovery codes created.');
                // Updates the number of remaining codes.
                router.refresh();
              }}
            >
              <p>
                {left > 0
                  ? 'Ten new codes are shown once. Your current codes stop working.'
                  : 'They are shown once. Have a safe place ready for them.'}
              </p>
            </ConfirmDialog>
          ) : null}
        </>
      )}
    </section>
  );
}

const TITLE = `Recovery codes for ${PRODUCT_NAME}`;
const USE = 'Each code works once.';

interface RecoveryCodesProps {
  codes: readonly string[];
  /** Account and date. */
  about: string;
  done: () => void;
}

function RecoveryCodes({ codes, about, done }: RecoveryCodesProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const list = useRef<HTMLOListElement>(null);
  // The button that created them is gone, and their own are below.
  useEffect(() => {
    heading.current?.focus();
    heading.current?.closest('section')?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { copy, outcome, setOutcome } = useCopy(() => selectText(list.current));

  return (
    <ShownOnce
      id="codes-stored"
      words="Print, download or copy them, and keep them away from this device."
      tick="I have saved them"
      label="Recovery codes"
      several
      next="Done"
      shown={
        <>
          <div className="print-only-this max-w-xl">
            <h3 ref={heading} tabIndex={-1} className="font-semibold">
              {TITLE}
            </h3>
            <p className="text-sm wrap-anywhere text-ink-2">{about}</p>
            <p className="mb-1 text-sm text-ink-2">{USE}</p>
            <ol ref={list} className="grid grid-cols-1 gap-x-8 sm:grid-cols-2 print:grid-cols-2">
              {codes.map((code) => (
                <li key={code} className="border-b border-line py-1">
                  <code className="font-mono select-all">{code}</code>
                </li>
              ))}
            </ol>
          </div>
          <div className="mt-3 flex flex-wrap items-center gap-2">
            <Button weight="secondary" onClick={() => void copy(codes.join('\n'))}>
              Copy all
            </Button>
            <Button
              weight="secondary"
              onClick={() => {
                saveFile(
                  'recovery-codes.txt',
                  [`${TITLE}\n${about}\n${USE}\n\n${codes.join('\n')}\n`],
                  'text/plain',
                );
                setOutcome('Downloaded.');
              }}
            >
              Download
            </Button>
            <Button weight="secondary" onClick={() => window.print()}>
              Print
            </Button>
            <span role="status" className="text-sm text-ink-2">
              {outcome}
            </span>
          </div>
        </>
      }
    >
      <Button onClick={done}>Done</Button>
    </ShownOnce>
  );
}
