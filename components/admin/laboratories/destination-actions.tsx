'use client';
/** Tests, pauses and removes the destination of orders. */
import { useRouter } from 'next/navigation';
import { useState } from 'react';
import type { DestinationTest, OrderDestination } from '@/server/domain/order-destinations/contract';
import { ActionButton } from '../../client/action-button';
import { api } from '../../client/client';
import { ConfirmDialog } from '../../ui/confirm-dialog';
import { Notice } from '../../ui/notice';
import { showToast } from '../../ui/toast';

const STEP_WORDS = { connect: 'Connection', tls: 'TLS', folder: 'Folder' } as const;

export function DestinationActions({ destination }: { destination: OrderDestination }) {
  const router = useRouter();
  const [tested, setTested] = useState<DestinationTest | null>(null);
  const { id, paused } = destination;
  return (
    <>
      <div className="mb-8 flex flex-wrap gap-2">
        <ActionButton
          label="Test connection"
          done={() => undefined}
          run={async () => {
            setTested(null);
            setTested(await api.orderDestinations.testOrderDestination.mutate({ id }));
          }}
        />
        {paused ? (
          <ActionButton
            label="Resume sending"
            done="Sending resumed."
            run={() => api.orderDestinations.setOrdersPaused.mutate({ id, paused: false })}
          />
        ) : (
          <ConfirmDialog
            opener={{ label: 'Pause sending', weight: 'secondary' }}
            title="Pause sending to this laboratory?"
            confirm="Pause sending"
            onConfirm={() => api.orderDestinations.setOrdersPaused.mutate({ id, paused: true })}
            done={() => {
              showToast('Sending paused. Orders are queued.');
              router.refresh();
            }}
          >
            <p className="mb-3">
              The laboratory receives no orders or cancellations until you resume, not even STAT orders. They
              are queued, and clinicians are asked to call or to print the requisition.
            </p>
          </ConfirmDialog>
        )}
        <ConfirmDialog
          opener={{ label: 'Stop sending orders', weight: 'secondary' }}
          title="Stop sending orders to this laboratory?"
          confirm="Stop sending"
          onConfirm={() => api.orderDestinations.deleteOrderDestination.mutate({ id })}
          done={() => {
            showToast('Orders are no longer sent.');
            router.refresh();
          }}
        >
          <p className="mb-3">
            New orders are on paper, and the settings are deleted. Not possible while messages are queued.
          </p>
        </ConfirmDialog>
      </div>
      {tested ? (
        <Notice
          kind={tested.ok ? 'success' : 'problem'}
          word={tested.ok ? 'Connected' : 'Not connected'}
          className="mb-6"
          live
        >
          <ul>
            {tested.steps
              .filter(({ step }) => !tested.ok || step !== 'connect')
              .map(({ step, detail }) => (
                <li key={step} className="wrap-anywhere">
                  {STEP_WORDS[step]}: <bdi>{detail}</bdi>
                </li>
              ))}
          </ul>
          <p className="text-sm text-ink-2">No message was sent.</p>
        </Notice>
      ) : null}
    </>
  );
}
