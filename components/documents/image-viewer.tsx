'use client';
/**
 * An image with zoom and rotation. It is first shown fitted, also without scripts; a larger one scrolls. A rotation can be
 * saved as a correction of the document, whose file stays as it is.
 */
import { useRouter } from 'next/navigation';
import { useRef, useState } from 'react';
import type { DocumentRotation } from '@/server/data-types/document-codes';
import type { Document } from '@/server/domain/documents/contract';
import { api, onlyIf } from '../client/client';
import { KeyHelp } from '../shell/shortcuts/key-help';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { Button } from '../ui/button';
import { shownError } from '../ui/error-message';
import { announce } from '../ui/live-region';
import { showToast } from '../ui/toast';

const STEPS = [1, 1.5, 2, 3, 4, 6];
const KEYS = [
  ['+', 'zoom in'],
  ['-', 'zoom out'],
  ['0', 'fit page'],
  ['r', 'rotate'],
] as const;

interface Shown {
  /** Into `STEPS`. */
  step: number;
  /** Quarters, clockwise. */
  turns: number;
  /** Sizes of the image and its container at the last change; null before the first. */
  measured: { width: number; height: number; place: { width: number; height: number } } | null;
}

interface ImageViewerProps {
  document: Pick<Document, 'id' | 'title' | 'version' | 'rotation'>;
  url: string;
  mayCorrect: boolean;
  hasKeySwitch?: boolean;
}

export function ImageViewer({ document, url, mayCorrect, hasKeySwitch = true }: ImageViewerProps) {
  const { title } = document;
  const saved = document.rotation / 90;
  const [shown, setShown] = useState<Shown>({ step: 0, turns: saved, measured: null });
  const [lastSaved, setLastSaved] = useState(saved);
  // Saved or undone here, or by another user.
  if (lastSaved !== saved) {
    setLastSaved(saved);
    setShown({ ...shown, turns: saved });
  }
  const place = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);

  function show({ step = shown.step, turns = shown.turns }) {
    const image = picture.current;
    // Not loaded.
    if (!image?.naturalWidth || !place.current || step < 0 || step >= STEPS.length) return;
    const measured = {
      width: image.naturalWidth,
      height: image.naturalHeight,
      place: { width: place.current.clientWidth, height: Math.round(window.innerHeight * 0.8) },
    };
    setShown({ step, turns: turns % 4, measured });
    announce(`${STEPS[step]! * 100} %${turns % 4 ? `, rotated ${(turns % 4) * 90} degrees` : ''}`);
  }
  const zoomIn = () => show({ step: shown.step + 1 });
  const zoomOut = () => show({ step: shown.step - 1 });
  const fit = () => show({ step: 0, turns: saved });
  const rotate = () => show({ turns: shown.turns + 1 });
  useSingleKeys(
    // On many keyboards plus and equals share a key.
    { '+': zoomIn, '=': zoomIn, '-': zoomOut, '0': fit, r: rotate },
    Object.fromEntries(KEYS),
  );

  const size = sizeOf(shown);
  /** Until it is measured, a square fits it in both directions. */
  const isLying = !size && shown.turns % 2 === 1;
  const isFirst = shown.step === 0 && shown.turns === saved;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <Button
          weight="secondary"
          aria-keyshortcuts="+"
          onClick={zoomIn}
          disabled={shown.step === STEPS.length - 1}
        >
          Zoom in
        </Button>
        <Button weight="secondary" aria-keyshortcuts="-" onClick={zoomOut} disabled={shown.step === 0}>
          Zoom out
        </Button>
        <Button weight="secondary" aria-keyshortcuts="r" onClick={rotate}>
          Rotate
        </Button>
        {mayCorrect ? <SaveRotation document={document} turns={shown.turns} /> : null}
        <Button weight="secondary" aria-keyshortcuts="0" onClick={fit} disabled={isFirst}>
          Fit page
        </Button>
        <KeyHelp keys={KEYS} hasSwitch={hasKeySwitch} />
      </div>
      {/* Focusable, because a scrolling area must be reachable by keyboard. */}
      <div
        ref={place}
        role="group"
        aria-label={`Page image of ${title}`}
        tabIndex={0}
        className="max-h-[80vh] overflow-auto border border-line"
      >
        <div
          className={`relative mx-auto ${isLying ? 'aspect-square w-[min(100%,80vh)]' : 'w-fit max-w-full'}`}
          style={size && { width: size.boxWidth, height: size.boxHeight, maxWidth: 'none' }}
        >
          {/* The optimizer of next/image is switched off: it is a network-facing parser that we do not need. */}
          <img
            ref={picture}
            src={url}
            alt={title}
            className={
              size
                ? 'absolute max-w-none'
                : isLying
                  ? 'absolute inset-0 m-auto max-h-full max-w-full'
                  : 'max-h-[80vh] max-w-full'
            }
            style={{
              ...(size && {
                width: size.width,
                height: size.height,
                left: (size.boxWidth - size.width) / 2,
                top: (size.boxHeight - size.height) / 2,
              }),
              ...(shown.turns > 0 && { transform: `rotate(${shown.turns * 90}deg)` }),
            }}
          />
        </div>
      </div>
    </>
  );
}

function SaveRotation({
  document: { id, version, rotation },
  turns,
}: {
  document: ImageViewerProps['document'];
  turns: number;
}) {
  const router = useRouter();
  const [isPending, setIsPending] = useState(false);
  const isSaved = turns * 90 === rotation;
  async function save() {
    if (isSaved || isPending) return;
    setIsPending(true);
    try {
      const to = turns * 90;
      const after = await api.documents.updateDocument.mutate(
        { id, rotation: to as DocumentRotation },
        onlyIf(version),
      );
      showToast({
        sentence: 'Rotation saved. The file is unchanged.',
        undo: async () => {
          const before = { id, rotation: rotation as DocumentRotation };
          await api.documents.updateDocument.mutate(before, onlyIf(after.version));
          return { sentence: 'Undone. The previous rotation is saved.' };
        },
      });
    } catch (thrown) {
      showToast({ sentence: shownError(thrown).sentence, isProblem: true });
    } finally {
      setIsPending(false);
      router.refresh();
    }
  }
  return (
    <Button
      weight="secondary"
      onClick={() => void save()}
      disabled={isSaved}
      aria-disabled={isPending || undefined}
    >
      Save rotation
    </Button>
  );
}

/** Sizes of the image before rotation and of the box it fills after it. Undefined: the browser fits it. */
function sizeOf({ step, turns, measured }: Shown) {
  if (!measured || (step === 0 && turns % 2 === 0)) return undefined;
  const lies = turns % 2 === 1;
  const [across, down] = lies ? [measured.height, measured.width] : [measured.width, measured.height];
  const fitting = Math.min(measured.place.width / across, measured.place.height / down, 1);
  const scale = fitting * STEPS[step]!;
  const [boxWidth, boxHeight] = [Math.round(across * scale), Math.round(down * scale)];
  return {
    boxWidth,
    boxHeight,
    ...(lies ? { width: boxHeight, height: boxWidth } : { width: boxWidth, height: boxHeight }),
  };
}
