import { WholeDates } from '../format/whole-dates';

/** Which record of which patient a dialog is about. */
export const DialogSubject = ({ what, patientLine }: { what: string; patientLine: string }) => (
  <p className="mb-3 wrap-anywhere">
    <strong className="block font-semibold">
      <bdi>{what}</bdi>
    </strong>{' '}
    <bdi>
      <WholeDates of={patientLine} />
    </bdi>
  </p>
);
