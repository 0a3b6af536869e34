import { readPointers } from './attachments';
import type { ResultGroup } from './groups';
import type { Segment } from './message';
import type { NormalObservation, NormalTime, PanelStatus } from './normal-message';
import { codeName, orNull, readCode, readEach } from './read-data-types';
import { readNotes } from './read-notes';
import { readRange } from './read-range';
import { readUnit } from './read-unit';
import { readValue } from './read-value';
import { unreadTimes } from './unread-times';
import { isNoResult, observationStatus } from './status';
import type { Warnings } from './warnings';

export interface ReadingFacts {
  decimalComma: boolean;
  time: (segment: Segment, field: number) => NormalTime | null;
  warnings: Warnings;
}

export function readObservation(
  { obx, afterSpecimen, notes }: ResultGroup,
  panel: PanelStatus | null,
  { decimalComma, time, warnings }: ReadingFacts,
): NormalObservation {
  const test = readCode(obx, 3);
  if (codeName(test) === null)
    warnings.add('code_missing', obx.place(3), 'The line does not identify its test.');
  const unit = readUnit(obx, warnings);
  const value = readValue({ obx, hasUnit: unit.unit !== null, decimalComma, warnings });
  const status = statusOf(obx, panel, warnings);
  if (
    value.type === 'none' &&
    !value.deleted &&
    (status === 'final' || status === 'corrected') &&
    notes.length === 0
  )
    warnings.add('value_missing', obx.place(5), 'The line is final but has no value.');
  return {
    place: obx.place(),
    after_specimen: afterSpecimen,
    set_id: orNull(obx.text(1)),
    hl7_type: orNull(obx.text(2)),
    test,
    sub_id: orNull(obx.text(4)),
    value,
    ...unit,
    reference_range: readRange(obx),
    flags: readEach(obx, 8, (sent) => orNull(sent.text(1))),
    status_code: orNull(obx.text(11)),
    status,
    observed_at: time(obx, 14),
    producer: codeName(readCode(obx, 15)),
    method: codeName(readCode(obx, 17)),
    device: orNull(obx.text(18)),
    analysed_at: time(obx, 19),
    unread_times: unreadTimes(obx, { 14: 'observed', 19: 'analysed' }, time),
    performing_lab: orNull(obx.text(23)),
    performing_lab_address: orNull(
      obx
        .first(24)
        .texts()
        .slice(0, 6)
        .filter((text) => text !== '')
        .join(', '),
    ),
    director: directorOf(obx),
    notes: readNotes(notes),
    attachments: readPointers(obx),
  };
}

/** OBX-25, XCN: given and family name, else the number. */
function directorOf(obx: Segment): string | null {
  const name = [obx.text(25, 3), obx.text(25, 2, 1)].filter((part) => part !== '').join(' ');
  return orNull(name || obx.text(25));
}

/**
 * Null if the line is not a result (N, O). A line without a status has its panel's status and is at most final; one
 * with an unknown status is preliminary.
 */
function statusOf(obx: Segment, panel: PanelStatus | null, warnings: Warnings): NormalObservation['status'] {
  const code = obx.text(11);
  if (isNoResult(code)) return null;
  const known = observationStatus(code);
  if (known) return known;
  if (code === '' && (panel === 'final' || panel === 'corrected' || panel === 'cancelled')) {
    warnings.add('status_unclear', obx.place(11), 'The line has no status; the status of its panel is used.');
    return panel;
  }
  warnings.add(
    'status_unclear',
    obx.place(11),
    'The status of the line is not one of table 0085; it is preliminary.',
  );
  return 'preliminary';
}
