import { joinTextFiles } from './attachments';
import { joinFiles } from './embedded-files';
import type { OrderGroup } from './groups';
import type { NormalPanel, NormalParent } from './normal-message';
import { codeName, entity, orNull, personOf, readCode, readEach, readPerson } from './read-data-types';
import { readNotes } from './read-notes';
import { readObservation, type ReadingFacts } from './read-observation';
import { panelStatus } from './status';
import { unreadTimes } from './unread-times';

export function readPanel(
  { orc, obr, notes, results, specimens }: OrderGroup,
  facts: ReadingFacts,
): NormalPanel {
  const { time, warnings } = facts;
  const code = obr.text(25);
  const status = panelStatus(code);
  if (status === null && results.length > 0)
    warnings.add(
      'status_unclear',
      obr.place(25),
      'The status of the panel is missing or not one of table 0123; it is read from its lines.',
    );
  const test = readCode(obr, 4);
  if (codeName(test) === null)
    warnings.add('code_missing', obr.place(4), 'The panel does not identify its test.');
  const lines = results.map((result) => ({
    obx: result.obx,
    observation: readObservation(result, status, facts),
  }));
  const counting = lines.filter(({ observation }) => observation.status !== null);
  const details = lines.filter(({ observation }) => observation.status === null);
  for (const { obx, observation } of details)
    if (observation.status_code === 'N' && observation.value.type !== 'none')
      warnings.add(
        'value_not_asked',
        obx.place(11),
        'The line is marked as not asked for but has a value; it is shown with a note.',
      );
  if (status === 'in_progress' && counting.length === 0 && lines.length > 0)
    warnings.add(
      'order_details_held',
      obr.place(),
      'The panel has order details but no results yet; they are shown once results arrive.',
    );
  return {
    place: obr.place(),
    set_id: orNull(obr.text(1)),
    placer_number: entity(obr, 2) ?? (orc && entity(orc, 2)),
    placer_authority: placerAuthority({ orc, obr }),
    filler_number: entity(obr, 3) ?? (orc && entity(orc, 3)),
    test,
    collected_at: time(obr, 7),
    collected_until: time(obr, 8),
    received_at: time(obr, 14),
    reported_at: time(obr, 22),
    clinical_information: orNull(obr.first(13).verbatim().trim()),
    orderer: readPerson(obr, 16) ?? (orc && readPerson(orc, 12)),
    fields_18_to_21: [18, 19, 20, 21].map((field) => entity(obr, field)),
    section: orNull(obr.text(24)),
    status_code: orNull(code),
    status,
    parent: parentOf({ orc, obr }),
    copies_to: readEach(obr, 28, personOf),
    interpreter: readPerson(obr, 32),
    order_control: orc && orNull(orc.text(1)),
    order_status: orc && orNull(orc.text(5)),
    ordering_facility: orc && orNull(orc.text(21)),
    notes: [...readNotes(notes), ...specimens.flatMap((specimen) => readNotes(specimen.notes))],
    unread_times: [
      ...unreadTimes(obr, { 7: 'collected', 14: 'received', 22: 'reported' }, time),
      ...specimens.flatMap(({ spm }) => unreadTimes(spm, { 17: 'collected', 18: 'received' }, time)),
    ],
    observations: joinTextFiles(joinFiles(counting, test, warnings), warnings),
    order_details: joinFiles(details, test, warnings).map(({ observation }) => observation),
  };
}

/**
 * OBR-26 = test & … ^ sub ID ^ value; OBR-29 and ORC-8 = placer & … ^ filler & … (before 2.3 both in components). OBR-11
 * `G`: added by the laboratory, whatever the parent.
 */
export function parentOf({ orc, obr }: Pick<OrderGroup, 'orc' | 'obr'>): NormalParent | null {
  const number = (component: number) =>
    orNull(obr.text(29, component, 1)) ?? (orc && orNull(orc.text(8, component, 1)));
  const parent: NormalParent = {
    code: orNull(obr.text(26, 1, 1)),
    sub_id: orNull(obr.text(26, 2)),
    placer_number: number(1),
    filler_number: number(2),
  };
  const isAdded = obr.text(11).toUpperCase() === 'G';
  return isAdded || Object.values(parent).some((value) => value !== null) ? parent : null;
}

/** From the field that has the number: OBR-2.2 (2.3 if it is a universal ID), else ORC-2. */
function placerAuthority({ orc, obr }: Pick<OrderGroup, 'orc' | 'obr'>): string | null {
  const from = entity(obr, 2) !== null ? obr : orc;
  return from ? orNull(from.text(2, 2) || from.text(2, 3)) : null;
}
