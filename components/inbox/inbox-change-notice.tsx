'use client';
/**
 * Shows when the list was read, and whether it has changed since. The list never updates automatically: a row that moves
 * under the pointer would be another patient's.
 */
import { useRouter } from 'next/navigation';
import { useEffect } from 'react';
import { useFormat } from '#format';
import type { InboxMark } from '@/server/domain/reviews/contract';
import type { InboxScope } from '@/server/domain/reviews/rules';
import { quietly } from '../client/router-requests';
import { Button } from '../ui/button';
import { announce } from '../ui/live-region';
import { useInboxMark } from './inbox-queries';
import { ownChangeShown, useHasOwnChange } from './own-change';

interface InboxChangeNoticeProps {
  scope: InboxScope;
  /** The list as the page shows it. */
  page: InboxMark;
}

/** Of one height, so that no row moves under the pointer. */
const LINE = 'flex min-h-8 items-center gap-1 pointer-coarse:min-h-11';

export function InboxChangeNotice({ scope, page }: InboxChangeNoticeProps) {
  const format = useFormat();
  const router = useRouter();
  const { value, isLive, isOnline } = useInboxMark(scope, page);
  const { mark, as_of: asOf } = value ?? page;
  const hasOwnChange = useHasOwnChange();
  const hasChanged = mark !== page.mark && !hasOwnChange;
  useEffect(ownChangeShown, [page.as_of]);
  useEffect(() => {
    if (hasChanged) announce('The inbox has changed.');
  }, [hasChanged]);

  if (!isLive)
    return (
      <p role="status" className={`${LINE} border-l-4 border-control bg-range px-3 font-semibold`}>
        {isOnline ? 'Server not reached since' : 'Offline since'} {format.clock(asOf)}
      </p>
    );
  if (hasChanged)
    return (
      <p className={LINE}>
        <span>The inbox has changed.</span>
        <Button weight="quiet" onClick={() => quietly(() => router.refresh())}>
          Refresh
        </Button>
      </p>
    );
  return <p className={`${LINE} text-sm text-ink-2`}>Updated {format.clock(asOf)}</p>;
}
