'use client';
/** After a reload: what another user changed, above the fields that keep what was typed. Takes the focus. */
import { useEffect, useRef } from 'react';
import type { OrganizationSettings } from '@/server/domain/organizations/contract';
import { count } from '../../format/numbers';
import { Notice } from '../../ui/notice';
import { settingWords } from './settings-words';

interface ChangedByOthersProps {
  settings: OrganizationSettings;
  names: readonly (keyof OrganizationSettings)[];
}

export function ChangedByOthers({ settings, names }: ChangedByOthersProps) {
  const box = useRef<HTMLDivElement>(null);
  const shown = names.flatMap((name) => {
    const words = settingWords(name);
    const value = settings[name];
    return words
      ? [
          `${words.label}${words.unit && typeof value === 'number' ? `, now ${count(value, words.unit)}` : ''}`,
        ]
      : [];
  });
  useEffect(() => box.current?.focus(), []);
  if (shown.length === 0) return null;
  return (
    <div ref={box} tabIndex={-1} className="mb-6">
      <Notice word="Changed by another user">{shown.join('. ')}. Check your changes, then save.</Notice>
    </div>
  );
}
