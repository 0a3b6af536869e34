import type { LookupAddress } from 'node:dns';
import type { OutboundPolicy } from '../../../server/outbound/outbound-guard';

/** Outbound policies with a controllable name server. */

export const PUBLIC = '93.184.215.14';

export function policy(changes: Partial<OutboundPolicy> = {}): OutboundPolicy {
  return {
    allowCidrs: [],
    allowPorts: [443, 8443],
    allowHttp: false,
    ownOrigins: ['https://clinic.example.com'],
    resolve: answers(PUBLIC),
    ...changes,
  };
}
export function answers(...addresses: string[]): OutboundPolicy['resolve'] {
  return () =>
    Promise.resolve(
      addresses.map((address): LookupAddress => ({ address, family: address.includes(':') ? 6 : 4 })),
    );
}
export const failing: OutboundPolicy['resolve'] = () =>
  Promise.reject(Object.assign(new Error('no'), { code: 'ENOTFOUND' }));
