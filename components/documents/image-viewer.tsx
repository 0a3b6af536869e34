'use client';
/**
 * A picture of a document: as large as its place at first, then larger by `+` and `-`, and turned by quarters. What is
 * larger than its place is moved by scrolling. Without scripts it is the fitting picture.
 */
import { useRef, useState } from 'react';
import { KeyHelp } from '../shell/shortcuts/key-help';
import { useSingleKeys } from '../shell/shortcuts/single-keys';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';

const STEPS = [1, 1.5, 2, 3, 4, 6];
const KEYS = [
  ['+', 'larger'],
  ['-', 'smaller'],
  ['0', 'whole page'],
  ['r', 'turn'],
] as const;

interface Shown {
  /** Into `STEPS`. */
  step: number;
  /** Quarters, clockwise. */
  turns: number;
  /** Of the picture and of its place when it was touched last; null while it never was. */
  measured: { width: number; height: number; place: { width: number; height: number } } | null;
}

export function ImageViewer({ url, title }: { url: string; title: string }) {
  const [shown, setShown] = useState<Shown>({ step: 0, turns: 0, measured: null });
  const place = useRef<HTMLDivElement>(null);
  const picture = useRef<HTMLImageElement>(null);

  function show({ step = shown.step, turns = shown.turns }) {
    const image = picture.current;
    // Nothing to measure: the picture has not come, or never will.
    if (!image?.naturalWidth || !place.current || step < 0 || step >= STEPS.length) return;
    const measured = {
      width: image.naturalWidth,
      height: image.naturalHeight,
      place: { width: place.current.clientWidth, height: Math.round(window.innerHeight * 0.8) },
    };
    setShown({ step, turns: turns % 4, measured });
    announce(`${STEPS[step]! * 100} %${turns % 4 ? `, turned by ${(turns % 4) * 90} degrees` : ''}`);
  }
  const larger = () => show({ step: shown.step + 1 });
  const smaller = () => show({ step: shown.step - 1 });
  const whole = () => show({ step: 0, turns: 0 });
  const turn = () => show({ turns: shown.turns + 1 });
  useSingleKeys(
    // On many keyboards the plus stands above the equals sign.
    { '+': larger, '=': larger, '-': smaller, '0': whole, r: turn },
    Object.fromEntries(KEYS),
  );

  const size = sizeOf(shown);
  const isFirst = shown.step === 0 && shown.turns === 0;
  return (
    <>
      <div className="mb-2 flex flex-wrap items-center gap-2 print:hidden">
        <Button
          weight="secondary"
          aria-keyshortcuts="+"
          onClick={larger}
          disabled={shown.step === STEPS.length - 1}
        >
          Larger
        </Button>
        <Button weight="secondary" aria-keyshortcuts="-" onClick={smaller} disabled={shown.step === 0}>
          Smaller
        </Button>
        <Button weight="secondary" aria-keyshortcuts="r" onClick={turn}>
          Turn
        </Button>
        <Button weight="secondary" aria-keyshortcuts="0" onClick={whole} disabled={isFirst}>
          Whole page
        </Button>
        <KeyHelp keys={KEYS} />
      </div>
      {/* Focusable, because what scrolls must be reached by keys. */}
      <div
        ref={place}
        role="group"
        aria-label={`Page image of ${title}`}
        tabIndex={0}
        className="max-h-[80vh] overflow-auto border border-line"
      >
        <div
          className="relative mx-auto w-fit max-w-full"
          style={size && { width: size.boxWidth, height: size.boxHeight, maxWidth: 'none' }}
        >
          {/* The optimizer of next/image is switched off: it is a network-facing parser that we do not need. */}
          <img
            ref={picture}
            src={url}
            alt={title}
            className={size ? 'absolute max-w-none' : 'max-h-[80vh] max-w-full'}
            style={
              size && {
                width: size.width,
                height: size.height,
                left: (size.boxWidth - size.width) / 2,
                top: (size.boxHeight - size.height) / 2,
                transform: `rotate(${shown.turns * 90}deg)`,
              }
            }
          />
        </div>
      </div>
    </>
  );
}

/** Of the picture before it is turned, and of the room that it takes turned. Null: as the browser fits it. */
function sizeOf({ step, turns, measured }: Shown) {
  if (!measured || (step === 0 && turns === 0)) return undefined;
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
