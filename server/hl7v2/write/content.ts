import type { CatalogQuestion, CatalogSpecimen } from '../../data-types/catalog-test';
import type { Collection, Diagnosis } from '../../data-types/lab-order';
import type { PRIORITIES } from '../../data-types/lab-order-codes';
import type {
  AcknowledgmentMode,
  OrderCharset,
  OrderControl,
  OrderMessageType,
  OrderMessageVersion,
  ProcessingId,
} from '../../data-types/order-message-codes';
import type {
  Address,
  ContactPoint,
  EmailAddress,
  HumanName,
  PatientIdentifier,
} from '../../data-types/patient';

/** An order as sent to a laboratory. Null and empty lists become empty fields, never `""`, which means deletion. */
export interface OrderMessage {
  type: OrderMessageType;
  /** OML^O21 only with 2.5.1. */
  version: OrderMessageVersion;
  /** MSH-10, 1 to 20 characters. */
  controlId: string;
  /** MSH-7 */
  at: Date;
  /** IANA name, for all times in the message. */
  timeZone: string;
  /** MSH-18 */
  charset: OrderCharset;
  /** `enhanced` requests a commit and an application acknowledgment (MSH-15, MSH-16). */
  acknowledgment: AcknowledgmentMode;
  processingId: ProcessingId;
  sender: Party;
  receiver: Party;
  /** PID-18: the laboratory's account of this organization. */
  accountNumber: string | null;
  /** ORC-1 */
  control: OrderControl;
  patient: OrderPatient;
  order: MessageOrder;
}

/** Each is a namespace, or `namespace^universal ID^type` (HD) as entered by an administrator. */
interface Party {
  application: string | null;
  facility: string | null;
}

export interface OrderPatient {
  mrn: string;
  /** Assigning authority of the MRN, in the notation of `PatientIdentifier.system`. */
  mrnAuthority: string | null;
  /** `system` is an OID, a URI, or the namespace of the assigning authority. */
  identifiers: readonly PatientIdentifier[];
  name: HumanName;
  otherNames: readonly HumanName[];
  /** `YYYY-MM-DD` */
  birthDate: string;
  sex: 'female' | 'male' | 'other' | 'unknown';
  addresses: readonly Address[];
  phones: readonly ContactPoint[];
  emails: readonly EmailAddress[];
}

interface MessageOrder {
  /** ORC-2, OBR-2 and ORC-4 of every item. */
  orderNumber: string;
  createdAt: Date;
  priority: (typeof PRIORITIES)[number];
  diagnoses: readonly Diagnosis[];
  notes: string | null;
  /** Planned day of collection, `YYYY-MM-DD`. */
  collectOn: string | null;
  collection: Collection | null;
  fasting: boolean | null;
  /** OBR-28 */
  copyTo: readonly OrderClinician[];
  orderingClinician: OrderClinician | null;
  /** ORC-21: name of the organization. */
  orderingFacility: string | null;
  /** ORC-16, for a cancellation. */
  reason: string | null;
  /** At least one. A cancellation lists the tests to cancel. */
  items: readonly MessageItem[];
}

export interface OrderClinician {
  identifiers: readonly ClinicianIdentifier[];
  name: string | null;
}

interface ClinicianIdentifier {
  value: string;
  /** HL7 table 0203, for example NPI. */
  type: string | null;
  /** In the notation of `PatientIdentifier.system`; not needed for NPI. */
  authority: string | null;
}

export interface MessageItem {
  /** Position in the order, from 1: OBR-1. */
  number: number;
  /** Code and name of the laboratory's catalog. */
  code: string;
  name: string;
  /** HL7 table 0396; `L` for codes of the laboratory. */
  codingSystem: string;
  /** Sent as the alternate code. */
  loinc: string | null;
  /** ORC-3, OBR-3, if the laboratory has already assigned it. */
  fillerNumber: string | null;
  specimen: Pick<CatalogSpecimen, 'type' | 'type_code' | 'container'> | null;
  answers: readonly MessageAnswer[];
}

/** An answer to an order question. */
export interface MessageAnswer {
  code: string;
  text: string;
  type: CatalogQuestion['type'];
  value: string;
}
