/** Labels for the specimens of an order: patient, order number as a barcode, tests and tube. */
import { joinTests } from '@/server/domain/lab-results/rules';
import type { OrderSheet } from '@/server/domain/lab-orders/sheet-contract';
import { formatDate } from '../format/dates';
import { formatName } from '../format/names';
import type { PatientView } from '../patients/patient-view';
import { Barcode } from './barcode';

/** `sheet`: three in a row on A4 or Letter. `label`: one on each label of 62 × 29 mm. */
export type LabelPaper = 'sheet' | 'label';

/** Letters of a name that fit. A longer one takes two smaller lines, because given names identify too. */
const ONE_LINE = 32;

interface SpecimenLabelsProps {
  sheet: OrderSheet;
  patient: PatientView;
  paper: LabelPaper;
}

export function SpecimenLabels({ sheet: { order, specimens }, patient, paper }: SpecimenLabelsProps) {
  const name = formatName(patient.name);
  const isLong = [...name].length > ONE_LINE;
  return (
    <ul className="specimen-labels" data-labels={paper} aria-label="Labels">
      {specimens.map(({ type, container, tests }) => (
        <li key={`${type} ${container}`} className="specimen-label" data-long={isLong || undefined}>
          <p className="label-name">
            <strong>
              <bdi>{name}</bdi>
            </strong>
          </p>
          <p>
            {formatDate(patient.birth_date)} · MRN {patient.mrn}
          </p>
          <Barcode text={order.order_number} name={`Barcode of order number ${order.order_number}`} />
          <p className={isLong ? 'truncate' : 'line-clamp-2'}>
            <strong>
              <bdi>{[type, container].filter(Boolean).join(', ') || 'Specimen'}</bdi>
            </strong>{' '}
            <bdi>{joinTests(tests)}</bdi>
          </p>
        </li>
      ))}
    </ul>
  );
}
