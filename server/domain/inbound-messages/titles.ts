/**
 * HL7 v2 names (2.8.2 and earlier) of segments and fields in result messages. The viewer shows field numbers too, so
 * unnamed fields remain identifiable; local segments (Z…) have no names.
 */
const SEGMENTS: Readonly<Record<string, readonly [title: string, fields: string]>> = {
  MSH: [
    'Message header',
    'Field separator|Encoding characters|Sending application|Sending facility|Receiving application|Receiving facility|Date/time of message|Security|Message type|Message control ID|Processing ID|Version ID|Sequence number|Continuation pointer|Accept acknowledgment type|Application acknowledgment type|Country code|Character set|Principal language of message|Alternate character set handling scheme|Message profile identifier|Sending responsible organization|Receiving responsible organization|Sending network address|Receiving network address',
  ],
  SFT: [
    'Software',
    'Software vendor organization|Software certified version or release number|Software product name|Software binary ID|Software product information|Software install date',
  ],
  PID: [
    'Patient identification',
    'Set ID|Patient ID|Patient identifier list|Alternate patient ID|Patient name|Mother’s maiden name|Date/time of birth|Administrative sex|Patient alias|Race|Patient address|County code|Phone number (home)|Phone number (business)|Primary language|Marital status|Religion|Patient account number|SSN number|Driver’s license number|Mother’s identifier|Ethnic group|Birth place|Multiple birth indicator|Birth order|Citizenship|Veterans military status|Nationality|Patient death date and time|Patient death indicator|Identity unknown indicator|Identity reliability code|Last update date/time|Last update facility|Species code|Breed code|Strain|Production class code|Tribal citizenship|Patient telecommunication information',
  ],
  PD1: [
    'Patient additional demographic',
    'Living dependency|Living arrangement|Patient primary facility|Patient primary care provider',
  ],
  NK1: ['Next of kin', 'Set ID|Name|Relationship|Address|Phone number|Business phone number|Contact role'],
  PV1: [
    'Patient visit',
    'Set ID|Patient class|Assigned patient location|Admission type|Preadmit number|Prior patient location|Attending doctor|Referring doctor|Consulting doctor|Hospital service|Temporary location|Preadmit test indicator|Re-admission indicator|Admit source|Ambulatory status|VIP indicator|Admitting doctor|Patient type|Visit number|Financial class',
  ],
  PV2: [
    'Patient visit, additional information',
    'Prior pending location|Accommodation code|Admit reason|Transfer reason',
  ],
  ORC: [
    'Common order',
    'Order control|Placer order number|Filler order number|Placer group number|Order status|Response flag|Quantity/timing|Parent order|Date/time of transaction|Entered by|Verified by|Ordering provider|Enterer’s location|Call back phone number|Order effective date/time|Order control code reason|Entering organization|Entering device|Action by|Advanced beneficiary notice code|Ordering facility name|Ordering facility address|Ordering facility phone number|Ordering provider address|Order status modifier|Advanced beneficiary notice override reason|Filler’s expected availability date/time|Confidentiality code|Order type',
  ],
  OBR: [
    'Observation request',
    'Set ID|Placer order number|Filler order number|Universal service identifier|Priority|Requested date/time|Observation date/time|Observation end date/time|Collection volume|Collector identifier|Specimen action code|Danger code|Relevant clinical information|Specimen received date/time|Specimen source|Ordering provider|Order callback phone number|Placer field 1|Placer field 2|Filler field 1|Filler field 2|Results report/status change date/time|Charge to practice|Diagnostic service section ID|Result status|Parent result|Quantity/timing|Result copies to|Parent|Transportation mode|Reason for study|Principal result interpreter|Assistant result interpreter|Technician|Transcriptionist|Scheduled date/time|Number of sample containers|Transport logistics of collected sample|Collector’s comment|Transport arrangement responsibility|Transport arranged|Escort required|Planned patient transport comment|Procedure code|Procedure code modifier|Placer supplemental service information|Filler supplemental service information|Medically necessary duplicate procedure reason|Result handling|Parent universal service identifier',
  ],
  TQ1: [
    'Timing/quantity',
    'Set ID|Quantity|Repeat pattern|Explicit time|Relative time and units|Service duration|Start date/time|End date/time|Priority',
  ],
  OBX: [
    'Observation/result',
    'Set ID|Value type|Observation identifier|Observation sub-ID|Observation value|Units|Reference range|Abnormal flags|Probability|Nature of abnormal test|Observation result status|Effective date of reference range|User-defined access checks|Date/time of the observation|Producer’s ID|Responsible observer|Observation method|Equipment instance identifier|Date/time of the analysis|Observation site|Observation instance identifier|Mood code|Performing organization name|Performing organization address|Performing organization medical director|Patient results release category|Root cause|Local process control',
  ],
  NTE: ['Notes and comments', 'Set ID|Source of comment|Comment|Comment type'],
  SPM: [
    'Specimen',
    'Set ID|Specimen ID|Specimen parent IDs|Specimen type|Specimen type modifier|Specimen additives|Specimen collection method|Specimen source site|Specimen source site modifier|Specimen collection site|Specimen role|Specimen collection amount|Grouped specimen count|Specimen description|Specimen handling code|Specimen risk code|Specimen collection date/time|Specimen received date/time|Specimen expiration date/time|Specimen availability|Specimen reject reason|Specimen quality|Specimen appropriateness|Specimen condition|Specimen current quantity|Number of specimen containers|Container type|Container condition|Specimen child role',
  ],
  SAC: [
    'Specimen container detail',
    'External accession identifier|Accession identifier|Container identifier|Primary container identifier',
  ],
  CTI: [
    'Clinical trial identification',
    'Sponsor study ID|Study phase identifier|Study scheduled time point',
  ],
  CTD: [
    'Contact data',
    'Contact role|Contact name|Contact address|Contact location|Contact communication information',
  ],
  FT1: [
    'Financial transaction',
    'Set ID|Transaction ID|Transaction batch ID|Transaction date|Transaction posting date|Transaction type|Transaction code',
  ],
  DG1: [
    'Diagnosis',
    'Set ID|Diagnosis coding method|Diagnosis code|Diagnosis description|Diagnosis date/time|Diagnosis type',
  ],
  IN1: ['Insurance', 'Set ID|Insurance plan ID|Insurance company ID|Insurance company name'],
  AL1: [
    'Patient allergy information',
    'Set ID|Allergen type code|Allergen code|Allergy severity code|Allergy reaction code',
  ],
  GT1: ['Guarantor', 'Set ID|Guarantor number|Guarantor name'],
  EVN: [
    'Event type',
    'Event type code|Recorded date/time|Date/time planned event|Event reason code|Operator ID|Event occurred',
  ],
  PRT: [
    'Participation information',
    'Participation instance ID|Action code|Action reason|Participation|Participation person|Participation person provider type|Participant organization unit type|Participation organization',
  ],
  ROL: ['Role', 'Role instance ID|Action code|Role|Role person|Role begin date/time|Role end date/time'],
  ARV: [
    'Access restriction',
    'Set ID|Access restriction action code|Access restriction value|Access restriction reason',
  ],
  DSC: ['Continuation pointer', 'Continuation pointer|Continuation style'],
  MSA: [
    'Message acknowledgment',
    'Acknowledgment code|Message control ID|Text message|Expected sequence number',
  ],
  ERR: [
    'Error',
    'Error code and location|Error location|HL7 error code|Severity|Application error code|Application error parameter|Diagnostic information|User message',
  ],
  FHS: [
    'File header',
    'File field separator|File encoding characters|File sending application|File sending facility|File receiving application|File receiving facility|File creation date/time|File security|File name/ID|File header comment|File control ID|Reference file control ID',
  ],
  BHS: [
    'Batch header',
    'Batch field separator|Batch encoding characters|Batch sending application|Batch sending facility|Batch receiving application|Batch receiving facility|Batch creation date/time|Batch security|Batch name/ID/type|Batch comment|Batch control ID|Reference batch control ID',
  ],
  BTS: ['Batch trailer', 'Batch message count|Batch comment|Batch totals'],
  FTS: ['File trailer', 'File batch count|File trailer comment'],
};

const entry = (name: string) => (Object.hasOwn(SEGMENTS, name) ? SEGMENTS[name]! : null);

export const segmentTitle = (name: string): string | null =>
  entry(name)?.[0] ?? (name.startsWith('Z') ? 'Local segment' : null);

export const fieldTitle = (name: string, number: number): string | null =>
  entry(name)?.[1].split('|')[number - 1] ?? null;
