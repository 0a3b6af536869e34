'use client';
/** The field of a kept text. */
import { useLayoutEffect, useState, useSyncExternalStore, type ComponentProps } from 'react';
import { TextArea } from '../../ui/text-field';
import type { useKeptText } from './kept-text';

type Kept = Pick<ReturnType<typeof useKeptText>, 'begun' | 'write'>;

interface KeptTextAreaProps extends Omit<ComponentProps<typeof TextArea>, 'defaultValue' | 'onInput'> {
  kept: Kept;
  onWrite?: () => void;
}

export function KeptTextArea({ kept, onWrite, ...area }: KeptTextAreaProps) {
  useEarlyText(area.id, kept);
  return (
    <TextArea
      {...area}
      defaultValue={kept.begun}
      onInput={({ currentTarget }) => {
        kept.write(currentTarget.value);
        onWrite?.();
      }}
    />
  );
}

const never = () => () => undefined;

/** Hydration sets a field with a restored draft to that draft, also if the user has typed into it before. */
function useEarlyText(id: string, kept: Kept): void {
  const isHydrated = useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
  const [early] = useState(() => (isHydrated ? null : (fieldOf(id)?.value ?? null)));
  useLayoutEffect(() => {
    const field = fieldOf(id);
    if (!field || early === null || early === asInField(kept.begun)) return;
    field.value = early;
    kept.write(early);
    // Later changes are input events.
    // oxlint-disable-next-line react-hooks/exhaustive-deps
  }, []);
}

const fieldOf = (id: string): HTMLTextAreaElement | null =>
  typeof document === 'undefined' ? null : document.querySelector<HTMLTextAreaElement>(`textarea#${id}`);

const asInField = (text: string): string => text.replace(/\r\n?/g, '\n');
