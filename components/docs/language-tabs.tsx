'use client';
/** One sample in several languages. Without scripts all are shown, below one another. */
import { useId, useRef, type KeyboardEvent, type ReactNode } from 'react';
import { chooseLanguage, useLanguage } from './language-choice';

interface LanguageTabsProps {
  label: string;
  samples: readonly { language: string; content: ReactNode }[];
}

export function LanguageTabs({ label, samples }: LanguageTabsProps) {
  const id = useId();
  const chosen = useLanguage();
  const list = useRef<HTMLDivElement>(null);
  const at = Math.max(
    0,
    samples.findIndex(({ language }) => language === chosen),
  );

  function move(event: KeyboardEvent) {
    const last = samples.length - 1;
    const targets: Record<string, number> = {
      ArrowLeft: at === 0 ? last : at - 1,
      ArrowRight: at === last ? 0 : at + 1,
      Home: 0,
      End: last,
    };
    const target = targets[event.key];
    if (target === undefined) return;
    event.preventDefault();
    chooseLanguage(samples[target]!.language);
    list.current!.querySelectorAll<HTMLElement>('[role=tab]')[target]!.focus();
  }

  return (
    <>
      <div
        ref={list}
        role="tablist"
        aria-label={label}
        className="flex flex-wrap gap-1 border-b border-line noscript:hidden"
      >
        {samples.map(({ language }, index) => (
          <button
            key={language}
            type="button"
            role="tab"
            id={`${id}-tab-${index}`}
            aria-controls={`${id}-panel-${index}`}
            aria-selected={index === at}
            tabIndex={index === at ? 0 : -1}
            onKeyDown={move}
            onClick={() => chooseLanguage(language)}
            className={`target -mb-px min-h-9 border-b-3 px-3 pointer-coarse:min-h-11 ${
              index === at
                ? 'border-accent font-semibold text-ink'
                : 'border-transparent text-ink-2 hover:text-ink hover:underline'
            }`}
          >
            {language}
          </button>
        ))}
      </div>
      {samples.map(({ language, content }, index) => (
        <div
          key={language}
          role="tabpanel"
          id={`${id}-panel-${index}`}
          aria-labelledby={`${id}-tab-${index}`}
          className={index === at ? '' : 'hidden noscript:block'}
        >
          <p className="mb-1 hidden font-semibold noscript:block">{language}</p>
          {content}
        </div>
      ))}
    </>
  );
}
