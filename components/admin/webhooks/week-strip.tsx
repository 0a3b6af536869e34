import type { WebhookHealth } from '@/server/domain/webhooks/contract';
import { CalendarDate } from '../../ui/time';

export function WeekStrip({ days }: { days: WebhookHealth['days'] }) {
  return (
    <section aria-labelledby="week" className="mb-8">
      <h2 id="week" className="mb-1 text-value font-semibold">
        Last 7 days
      </h2>
      <ol className="grid grid-cols-2 gap-2 sm:grid-cols-4 lg:grid-cols-7">
        {days.map((day) => (
          <li
            key={day.date}
            className={`border-t-4 bg-canvas px-2 py-1.5 text-sm ${day.failed > 0 ? 'border-abnormal' : day.delivered > 0 ? 'border-accent' : 'border-line'}`}
          >
            <CalendarDate date={day.date} />
            <span className="block">{day.delivered} delivered</span>
            <span className="block">{day.waiting} pending</span>
            <span className={`block ${day.failed > 0 ? 'font-semibold text-abnormal' : ''}`}>
              {day.failed} failed
            </span>
          </li>
        ))}
      </ol>
    </section>
  );
}
