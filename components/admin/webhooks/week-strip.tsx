import type { WebhookHealth } from '@/server/domain/webhooks/contract';
import { CalendarDate } from '../../ui/time';
import { rateWords } from './health';

export function WeekStrip({ days, recent }: Pick<WebhookHealth, 'days' | 'recent'>) {
  return (
    <section aria-labelledby="week" className="mb-8">
      <h2 id="week" className="mb-1 text-section font-semibold">
        Last 7 days <span className="text-sm font-normal text-ink-2">Test deliveries are not counted.</span>
      </h2>
      <WeekTrend days={days} recent={recent} />
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {days.map((day) => (
          <li
            key={day.date}
            className={`border-t-4 bg-canvas px-2 py-1.5 text-sm ${day.failed > 0 ? 'border-abnormal' : day.delivered > 0 ? 'border-accent' : 'border-line'}`}
          >
            <CalendarDate date={day.date} />
            {finishedOn(day) + day.retrying + day.waiting === 0 ? (
              <span className="block text-ink-2">No deliveries</span>
            ) : (
              <>
                <span className="block">{day.delivered} delivered</span>
                {day.retrying > 0 ? <span className="block">{day.retrying} retrying</span> : null}
                {day.waiting > 0 ? <span className="block">{day.waiting} pending</span> : null}
                {day.failed > 0 ? (
                  <span className="block font-semibold text-abnormal">{day.failed} failed</span>
                ) : null}
              </>
            )}
          </li>
        ))}
      </ol>
    </section>
  );
}

const finishedOn = ({ delivered, failed }: WebhookHealth['days'][number]): number => delivered + failed;

const [WIDTH, HEIGHT] = [140, 28];

/** One point for each day with a value. */
function Spark({ values, most }: { values: readonly (number | null)[]; most: number }) {
  const points = values.flatMap((value, day) =>
    value === null
      ? []
      : [[4 + (day * (WIDTH - 8)) / (values.length - 1), HEIGHT - 4 - (value / (most || 1)) * (HEIGHT - 8)]],
  );
  if (points.length < 2) return null;
  return (
    <svg viewBox={`0 0 ${WIDTH} ${HEIGHT}`} width={WIDTH} height={HEIGHT} aria-hidden="true">
      <polyline points={points.join(' ')} fill="none" stroke="currentColor" strokeWidth="2" />
      {points.map(([x, y]) => (
        <circle key={x} cx={x} cy={y} r="2.5" fill="currentColor" />
      ))}
    </svg>
  );
}

function WeekTrend({ days, recent }: Pick<WebhookHealth, 'days' | 'recent'>) {
  const words = recent && rateWords(recent);
  if (!words) return null;
  const latencies = days.map(({ median_ms }) => median_ms);
  const known = latencies.filter((value) => value !== null);
  const highest = Math.max(...known);
  return (
    <dl className="mb-3 flex flex-wrap gap-x-10 gap-y-2">
      <div>
        <dt className="text-sm text-ink-2">Success rate</dt>
        <dd className="flex items-center gap-3">
          <span>
            <strong>{words.rate}</strong> {words.of}
          </span>
          <span className={recent.delivered < recent.finished ? 'text-abnormal' : 'text-accent'}>
            <Spark
              values={days.map((day) => (finishedOn(day) ? day.delivered / finishedOn(day) : null))}
              most={1}
            />
          </span>
        </dd>
      </div>
      {known.length > 0 ? (
        <div>
          <dt className="text-sm text-ink-2">Median response time</dt>
          <dd className="flex items-center gap-3">
            <span>
              <strong>{known.at(-1)} ms</strong>
              {known.length > 1 ? ` on the latest day (highest day ${highest} ms)` : null}
            </span>
            <span className="text-accent">
              <Spark values={latencies} most={highest} />
            </span>
          </dd>
        </div>
      ) : null}
    </dl>
  );
}
