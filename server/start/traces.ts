import type { Context, Span } from '@opentelemetry/api';
import type { SpanExporter } from '@opentelemetry/sdk-trace-base';
import { BUILD } from '../build-info';
import { env, publishTraceSettings } from '../env';
import { logThrottled } from '../log-throttled';
import { errorCode } from '../safe-error';
import { setTracing, type Kind } from '../tracing';

const FLUSH_MS = 2_000;

/** W3C Trace Context, version 00. */
const TRACEPARENT = /^00-([0-9a-f]{32})-([0-9a-f]{16})-([0-9a-f]{2})$/;

/**
 * Sends spans by OTLP if an endpoint is set. The packages are loaded only then, and read the other `OTEL_…` variables
 * themselves. @returns sends the last spans and stops
 */
export async function startTraces(): Promise<() => Promise<void>> {
  const endpoint = env.OTEL_EXPORTER_OTLP_TRACES_ENDPOINT ?? env.OTEL_EXPORTER_OTLP_ENDPOINT;
  if (endpoint === undefined || env.OTEL_SDK_DISABLED || env.OTEL_TRACES_EXPORTER === 'none')
    return () => Promise.resolve();
  publishTraceSettings();
  const [api, sdk, { OTLPTraceExporter }, resources] = await Promise.all([
    import('@opentelemetry/api'),
    import('@opentelemetry/sdk-trace-base'),
    import('@opentelemetry/exporter-trace-otlp-http'),
    import('@opentelemetry/resources'),
  ]);
  const otlp = new OTLPTraceExporter();
  const exporter: SpanExporter = {
    export: (spans, done) =>
      otlp.export(spans, (result) => {
        if (result.error)
          logThrottled('warn', 'traces cannot be sent', { code: errorCode(result.error) ?? 'unknown' });
        done(result);
      }),
    forceFlush: () => otlp.forceFlush(),
    shutdown: () => otlp.shutdown(),
  };
  const provider = new sdk.BasicTracerProvider({
    resource: resources
      .resourceFromAttributes({ 'service.name': 'clinical-data-service', 'service.version': BUILD.version })
      .merge(resources.detectResources({ detectors: [resources.envDetector] })),
    spanProcessors: [new sdk.BatchSpanProcessor(exporter)],
  });
  const tracer = provider.getTracer('clinical-data-service', BUILD.version);
  const { INTERNAL, SERVER, CLIENT, PRODUCER, CONSUMER } = api.SpanKind;
  const kinds = {
    internal: INTERNAL,
    server: SERVER,
    client: CLIENT,
    producer: PRODUCER,
    consumer: CONSUMER,
  } satisfies Record<Kind, unknown>;
  const contextOf = (parent: Span | string | undefined): Context => {
    if (typeof parent === 'object') return api.trace.setSpan(api.ROOT_CONTEXT, parent);
    const [, traceId, spanId, flags] = TRACEPARENT.exec(parent ?? '') ?? [];
    if (!traceId || !spanId || !flags) return api.ROOT_CONTEXT;
    const traceFlags = parseInt(flags, 16) & api.TraceFlags.SAMPLED;
    return api.trace.setSpanContext(api.ROOT_CONTEXT, { traceId, spanId, traceFlags, isRemote: true });
  };
  setTracing((name, kind, attributes, parent) =>
    tracer.startSpan(name, { kind: kinds[kind], ...(attributes ? { attributes } : {}) }, contextOf(parent)),
  );
  return async () => {
    setTracing(null);
    const late = new Promise((resolve) => setTimeout(resolve, FLUSH_MS).unref());
    await Promise.race([provider.shutdown().catch(() => undefined), late]);
  };
}
