import { createHash } from 'node:crypto';
import type { NormalReport } from '../hl7v2/normal-form';

/**
 * With the laboratory what tells one report from another: the placer number, else the filler number of the first OBR,
 * else the accession number.
 * @param orderNumber of the order that the placer number was found to be, which may be written without leading zeros
 */
export function reportKey(report: NormalReport, orderNumber: string | null = null): string {
  const { key } = report;
  if (!key) return contentKey(report);
  if (key.kind === 'placer') return `placer:${orderNumber ?? key.number.trim()}`;
  return `${key.kind}:${key.number.trim()}`;
}

/** A report without any number: later versions cannot be recognised, but the same one again can. */
const contentKey = ({ patient, panels }: NormalReport): string =>
  `content:${createHash('sha256')
    .update(JSON.stringify([patient, panels]))
    .digest('hex')}`;
