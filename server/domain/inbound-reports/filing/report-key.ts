import { createHash } from 'node:crypto';
import type { NormalReport } from '../../../hl7v2/normal-message';

/**
 * Identifies a report within a laboratory: the placer number, else the first OBR's filler number, else the accession
 * number.
 * @param orderNumber of the order found for the placer number, which may have leading zeros that the message lacks
 */
export function reportKey(report: NormalReport, orderNumber: string | null = null): string {
  const { key } = report;
  if (!key) return contentKey(report);
  if (key.kind === 'placer') return `placer:${orderNumber ?? key.number.trim()}`;
  return `${key.kind}:${key.number.trim()}`;
}

/** For a report without any number: recognizes an identical report, but not later versions. */
const contentKey = ({ patient, panels }: NormalReport): string =>
  `content:${createHash('sha256')
    .update(JSON.stringify([patient, panels]))
    .digest('hex')}`;
