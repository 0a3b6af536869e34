'use client';
/** Waits for the first message of a new connection. */
import { useQuery } from '@tanstack/react-query';
import { useFormat } from '#format';
import { backgroundTrpc } from '../../client/query-client';
import { Notice } from '../../ui/notice';

const ASK_EVERY_MS = 4_000;
/** Each request is audited: about ten minutes. */
const MOST_REQUESTS = 150;

export function FirstMessage({ connectionId }: { connectionId: string }) {
  const format = useFormat();
  const { data, isError, dataUpdatedAt } = useQuery({
    ...backgroundTrpc.labConnections.getLabConnection.queryOptions({ id: connectionId }),
    refetchInterval: ({ state }) =>
      state.data?.last_message_at || state.dataUpdateCount >= MOST_REQUESTS ? false : ASK_EVERY_MS,
  });
  const received = data?.last_message_at;
  if (received)
    return (
      <Notice kind="success" word="First message received" className="mb-4" live>
        {format.instant(received, 'second')}. Open the connection to see how it was processed.
      </Notice>
    );
  return (
    <p role="status" className="mb-4 font-semibold">
      {isError && dataUpdatedAt === 0
        ? 'The connection cannot be read now. Its page shows received messages.'
        : 'Waiting for the first message…'}
    </p>
  );
}
