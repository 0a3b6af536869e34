'use client';
/**
 * The open uploads of this tab, wherever the user is. They continue during navigation, warn before the tab is closed and
 * stop with the session.
 */
import { usePathname } from 'next/navigation';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { count } from '../format/numbers';
import { WholeDates } from '../format/whole-dates';
import { useAbovePanel } from '../ui/panel-height';
import { TextLink } from '../ui/text-link';
import { setTabQueue, subscribeToTabQueue, tabQueue } from './tab-queue';
import { isOpen, isUploading, type UploadLine } from './upload-line-state';

const NONE: readonly UploadLine[] = [];
const none = () => NONE;
const unsubscribed = () => () => {};

/** On all pages except those of the patient, where each file is listed. */
export function UploadDock() {
  const queue = useSyncExternalStore(subscribeToTabQueue, tabQueue, () => null);
  const lines = useSyncExternalStore(queue?.subscribe ?? unsubscribed, queue?.snapshot ?? none, none);
  const pathname = usePathname();
  const open = lines.filter((line) => isOpen(line) && !line.seen);

  useEffect(
    () => () => {
      tabQueue()?.stop();
      setTabQueue(null);
    },
    [],
  );

  const isUnsaved = open.some(({ state }) => state !== 'failed');
  useEffect(() => {
    if (!isUnsaved) return;
    const warn = (event: BeforeUnloadEvent) => event.preventDefault();
    window.addEventListener('beforeunload', warn);
    return () => window.removeEventListener('beforeunload', warn);
  }, [isUnsaved]);

  const elsewhere = open.filter(({ patientId }) => !`${pathname}/`.startsWith(`/patients/${patientId}/`));
  if (elsewhere.length === 0) return null;
  return <Dock lines={elsewhere} />;
}

function Dock({ lines }: { lines: readonly UploadLine[] }) {
  const box = useRef<HTMLElement>(null);
  useAbovePanel(box, true);
  const patients = [...new Set(lines.map(({ patientId }) => patientId))];
  return (
    <section
      ref={box}
      aria-label="Uploads"
      className="fixed right-0 bottom-[calc(3.5rem+var(--send-panel)+var(--toast,0px))] z-20 max-w-md border-2 border-ink bg-paper px-3 py-2 md:right-4 md:bottom-[calc(1rem+var(--send-panel)+var(--toast,0px))] print:hidden"
    >
      <ul className="space-y-1">
        {patients.map((patientId) => (
          <li key={patientId}>
            <DockLine lines={lines.filter((line) => line.patientId === patientId)} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function DockLine({ lines }: { lines: readonly UploadLine[] }) {
  const [{ patientId, patientLine }] = lines as [UploadLine];
  const failed = lines.filter(({ state }) => state === 'failed').length;
  const sent = lines.filter((line) => !isUploading(line) && line.state !== 'failed').length;
  return (
    <>
      <TextLink
        href={`/patients/${patientId}/documents`}
        className="target inline-flex min-h-6 items-center font-semibold"
      >
        {sent === lines.length
          ? `${count(sent, 'file')} not filed`
          : `${sent} of ${count(lines.length, 'file')} uploaded`}
        {failed > 0 ? `, ${failed} failed` : ''}
      </TextLink>{' '}
      <span className="text-sm">
        <WholeDates of={patientLine} />
      </span>
    </>
  );
}
