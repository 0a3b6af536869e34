'use client';

import { useState } from 'react';
import { Button } from '../../ui/button';
import { FieldError } from '../../ui/field';
import { Fold } from '../../ui/fold';
import { EVENT_GROUPS, PRESETS, type EventName } from './event-words';
import { sampleBody } from './sample-body';

interface EventPickerProps {
  chosen: ReadonlySet<string>;
  onChange: (chosen: ReadonlySet<string>) => void;
  error?: string | undefined;
}

export function EventPicker({ chosen, onChange, error }: EventPickerProps) {
  const [sample, setSample] = useState<EventName>('lab_result.finalized');
  function toggle(name: string) {
    const next = new Set(chosen);
    if (!next.delete(name)) next.add(name);
    onChange(next);
  }
  return (
    <fieldset id="events" tabIndex={-1} aria-describedby={error ? 'events-error' : undefined}>
      <legend className="font-semibold">Events</legend>
      <div className="mt-1 mb-2 flex flex-wrap items-center gap-2">
        {PRESETS.map((preset) => (
          <Button key={preset.label} weight="secondary" onClick={() => onChange(new Set(preset.events))}>
            {preset.label}
          </Button>
        ))}
        <span role="status" className="text-sm text-ink-2">
          {chosen.size} selected
        </span>
      </div>
      <FieldError id="events" error={error} />
      {EVENT_GROUPS.map((group) => (
        <Fold
          key={group.resource}
          look="part"
          title={group.title}
          state={`${group.events.filter((event) => chosen.has(event.name)).length} of ${group.events.length}`}
          open={group.resource === 'lab_result'}
        >
          {group.events.map((event) => (
            <label
              key={event.name}
              htmlFor={`event-${event.name}`}
              className="target flex min-h-8 items-start gap-2.5 py-1"
            >
              <input
                id={`event-${event.name}`}
                type="checkbox"
                checked={chosen.has(event.name)}
                onChange={() => toggle(event.name)}
                className="mt-0.5 size-5 shrink-0 accent-accent"
              />
              <span className="min-w-0">
                {event.words} <code className="font-mono text-sm wrap-anywhere text-ink-2">{event.name}</code>
              </span>
            </label>
          ))}
        </Fold>
      ))}
      <Fold look="part" title="Sample payload">
        <label htmlFor="sample-event" className="mb-1 block">
          Sample event
        </label>
        <select
          id="sample-event"
          className="control mb-2 max-w-md"
          value={sample}
          onChange={(event) => setSample(event.currentTarget.value as EventName)}
        >
          {EVENT_GROUPS.flatMap((group) => group.events).map((event) => (
            <option key={event.name}>{event.name}</option>
          ))}
        </select>
        <pre
          role="group"
          tabIndex={0}
          aria-label="Sample payload"
          className="mb-3 overflow-x-auto bg-canvas p-3 font-mono text-sm"
        >
          <code>{sampleBody(sample)}</code>
        </pre>
      </Fold>
    </fieldset>
  );
}
