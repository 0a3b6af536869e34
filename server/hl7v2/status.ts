import type { ObservationStatus } from '../data-types/lab-result-codes';
import type { PanelStatus } from './normal-message';

/** HL7 table 0123 (OBR-25). N, Y and Z answer queries; in a result they mean no result. */
const PANEL: Readonly<Record<string, PanelStatus>> = {
  O: 'in_progress',
  I: 'in_progress',
  S: 'in_progress',
  N: 'in_progress',
  Y: 'in_progress',
  Z: 'in_progress',
  P: 'preliminary',
  R: 'preliminary',
  // Corrected, not final (2.8)
  M: 'preliminary',
  A: 'partial',
  F: 'final',
  C: 'corrected',
  X: 'cancelled',
};

/**
 * HL7 table 0085 (OBX-11). `V` is "verified: final results reviewed and confirmed", `B` "appended", `U` "final without
 * sending the value again": the value is final. `A` is "amended" (2.8).
 */
const OBSERVATION: Readonly<Record<string, ObservationStatus>> = {
  P: 'preliminary',
  R: 'preliminary',
  I: 'preliminary',
  S: 'partial',
  F: 'final',
  U: 'final',
  B: 'final',
  V: 'final',
  C: 'corrected',
  A: 'corrected',
  D: 'deleted',
  W: 'wrong',
  X: 'cancelled',
};

const of = <Status>(table: Readonly<Record<string, Status>>, code: string): Status | null =>
  Object.hasOwn(table, code) ? table[code]! : null;

export const panelStatus = (code: string): PanelStatus | null => of(PANEL, code);
export const observationStatus = (code: string): ObservationStatus | null => of(OBSERVATION, code);

/** N: the test was not requested. O: order detail. */
export const isNoResult = (code: string): boolean => code === 'N' || code === 'O';
