'use client';
/** Mounts the step-up dialog. Its code is loaded on first use, because few pages need it. */
import { useEffect, useState } from 'react';
import { answerWith, type Answer } from './prove-again';
import type { StepUpDialog } from './step-up-dialog';

interface Loaded {
  Dialog: typeof StepUpDialog;
  first: Answer;
}

export function StepUp() {
  const [loaded, setLoaded] = useState<Loaded | null>(null);
  useEffect(() => {
    if (loaded) return;
    return answerWith((first) => {
      import('./step-up-dialog').then(
        ({ StepUpDialog: Dialog }) => setLoaded({ Dialog, first }),
        () => first(false),
      );
    });
  }, [loaded]);
  return loaded ? <loaded.Dialog first={loaded.first} /> : null;
}
