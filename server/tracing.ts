import { AsyncLocalStorage } from 'node:async_hooks';
import type { Attributes, Span } from '@opentelemetry/api';
import { errorCode } from './safe-error';

/**
 * Spans of OpenTelemetry, if `start/traces.ts` has turned them on; otherwise each function here only calls its work.
 * Names and attributes come from closed lists: route patterns, procedures, statement kinds. Never values, paths, keys of
 * objects or messages of errors: they may contain patient data.
 */
export type Kind = 'internal' | 'server' | 'client' | 'producer' | 'consumer';

/** @param parent a span, or the `traceparent` of another service */
export type StartSpan = (
  name: string,
  kind: Kind,
  attributes: Attributes | undefined,
  parent: Span | string | undefined,
) => Span;

interface Tracing {
  start: StartSpan | null;
  active: AsyncLocalStorage<Span>;
}

// The process has two module graphs. Not the global of OpenTelemetry: Next would report its own spans, with URLs.
const slot = Symbol.for('clinical.tracing');
const holder = globalThis as unknown as { [slot]?: Tracing };
const tracing = (holder[slot] ??= { start: null, active: new AsyncLocalStorage<Span>() });

export function setTracing(start: StartSpan | null): void {
  tracing.start = start;
}

/** Starts a trace, or continues that of `traceparent`. Undefined if traces are off. */
export const startTrace = (name: string, kind: Kind, traceparent?: string): Span | undefined =>
  tracing.start?.(name, kind, undefined, traceparent);

export const inSpan = <T>(span: Span | undefined, work: () => T): T =>
  span ? tracing.active.run(span, work) : work();

/** A separate trace, such as that of one message. */
export function asTrace<T>(name: string, kind: Kind, work: () => Promise<T>): Promise<T> {
  const span = startTrace(name, kind);
  return span ? ending(span, inSpan(span, work)) : work();
}

export const isTraced = (): boolean =>
  tracing.start !== null && tracing.active.getStore()?.isRecording() === true;

/** A part of the current trace; without one, only the work. */
export function traced<T>(
  name: string,
  kind: Kind,
  work: () => Promise<T>,
  attributes?: Attributes,
): Promise<T> {
  if (!isTraced()) return work();
  const span = tracing.start!(name, kind, attributes, tracing.active.getStore());
  return ending(span, inSpan(span, work));
}

async function ending<T>(span: Span, done: Promise<T>): Promise<T> {
  try {
    return await done;
  } catch (error) {
    failSpan(span, errorCode(error));
    throw error;
  } finally {
    span.end();
  }
}

const ERROR = 2;

export function failSpan(span: Span, type = 'error'): void {
  span.setAttribute('error.type', type);
  span.setStatus({ code: ERROR });
}

/** The W3C header of the current span for another service. */
export function traceparent(): { traceparent?: string } {
  const context = tracing.active.getStore()?.spanContext();
  if (!context) return {};
  const flags = context.traceFlags.toString(16).padStart(2, '0');
  return { traceparent: `00-${context.traceId}-${context.spanId}-${flags}` };
}
