import type { InboundMessageDetail } from '@/server/domain/inbound-messages/contract';
import { anchorOf, shownPlace } from './segment-tree';

export function MessageWarnings({ message }: { message: InboundMessageDetail }) {
  const segments = message.content?.segments ?? [];
  return (
    <ul className="list-disc pl-5">
      {message.warnings.map(({ code, place, text }, nth) => {
        const shown = shownPlace(place, segments);
        return (
          <li key={`${code} ${nth}`}>
            {place ? (
              <>
                {shown ? (
                  <a href={`#${anchorOf(shown)}`}>
                    <code className="font-mono">{place}</code>
                  </a>
                ) : (
                  <code className="font-mono">{place}</code>
                )}{' '}
              </>
            ) : null}
            {text}
          </li>
        );
      })}
    </ul>
  );
}
