/**
 * HL7 v2 names (2.8.2 and earlier) of segments and fields in messages of laboratories and hospitals. The viewer shows field numbers too, so
 * unnamed fields remain identifiable; local segments (Z…) have no names.
 */
const SEGMENTS: Readonly<Record<string, readonly [title: string, fields: string]>> = {
  MSH: [
    'Message header',
    'Field separator|Encoding characters|Sending application|Sending facility|Receiving application|Receiving facility|Time of message|Security|Message type|Control ID|Processing ID|Version|Sequence number|Continuation pointer|Accept acknowledgment|Application acknowledgment|Country|Character set|Language|Character set handling|Message profile|Sending organization|Receiving organization|Sending network address|Receiving network address',
  ],
  SFT: ['Software', 'Vendor|Version|Product name|Binary ID|Product information|Install date'],
  PID: [
    'Patient',
    'Set ID|Patient ID (external)|Patient identifiers|Alternate patient ID|Name|Mother’s maiden name|Date of birth|Sex|Alias|Race|Address|County|Phone (home)|Phone (work)|Language|Marital status|Religion|Account number|SSN|Driver’s license|Mother’s identifier|Ethnic group|Birth place|Multiple birth|Birth order|Citizenship|Veteran status|Nationality|Time of death|Deceased|Identity unknown|Identity reliability|Last changed|Facility of the last change|Species|Breed|Strain|Production class|Tribal citizenship|Telecommunication',
  ],
  PD1: ['Patient, additional', 'Living dependency|Living arrangement|Primary facility|Primary care provider'],
  NK1: ['Next of kin', 'Set ID|Name|Relationship|Address|Phone|Business phone|Contact role'],
  PV1: [
    'Visit',
    'Set ID|Patient class|Location|Admission type|Preadmit number|Prior location|Attending doctor|Referring doctor|Consulting doctor|Hospital service|Temporary location|Preadmit test|Readmission|Admit source|Ambulatory status|VIP|Admitting doctor|Patient type|Visit number|Financial class',
  ],
  PV2: ['Visit, additional', 'Prior pending location|Accommodation code|Admit reason|Transfer reason'],
  ORC: [
    'Common order',
    'Order control|Placer order number|Filler order number|Placer group number|Order status|Response flag|Quantity and timing|Parent|Time of transaction|Entered by|Verified by|Ordering provider|Enterer’s location|Call back phone|Effective time|Control code reason|Entering organization|Entering device|Action by|Beneficiary notice|Ordering facility|Ordering facility address|Ordering facility phone|Ordering provider address|Order status modifier|Beneficiary notice override|Expected availability|Confidentiality|Order type',
  ],
  OBR: [
    'Observation request',
    'Set ID|Placer order number|Filler order number|Test (service)|Priority|Requested time|Collection time|Collection end|Collection volume|Collector|Specimen action|Danger code|Clinical information|Specimen received|Specimen source|Ordering provider|Call back phone|Placer field 1|Placer field 2|Filler field 1|Filler field 2|Results reported or changed|Charge to practice|Diagnostic section|Result status|Parent result|Quantity and timing|Copies to|Parent|Transport mode|Reason for study|Principal interpreter|Assistant interpreter|Technician|Transcriptionist|Scheduled time|Number of containers|Transport logistics|Collector’s comment|Transport responsibility|Transport arranged|Escort required|Patient transport comment|Procedure|Procedure modifier|Placer supplement|Filler supplement|Duplicate procedure reason|Result handling|Parent service',
  ],
  TQ1: [
    'Timing',
    'Set ID|Quantity|Repeat pattern|Explicit time|Relative time|Service duration|Start|End|Priority',
  ],
  OBX: [
    'Observation',
    'Set ID|Value type|Observation identifier|Sub ID|Value|Unit|Reference range|Abnormal flags|Probability|Nature of abnormal test|Result status|Effective date of range|User access checks|Time of observation|Producer|Responsible observer|Method|Equipment|Time of analysis|Observation site|Instance identifier|Mood|Performing organization|Performing organization address|Medical director|Patient results release|Root cause|Local process control',
  ],
  NTE: ['Note', 'Set ID|Source|Comment|Comment type'],
  SPM: [
    'Specimen',
    'Set ID|Specimen ID|Parent IDs|Type|Type modifier|Additives|Collection method|Source site|Site modifier|Collection site|Role|Amount|Grouped count|Description|Handling code|Risk code|Collected|Received|Expires|Available|Reject reason|Quality|Appropriateness|Condition|Current quantity|Number of containers|Container type|Container condition|Child role',
  ],
  SAC: ['Container', 'External accession ID|Accession ID|Container ID|Primary container ID'],
  CTI: ['Clinical trial', 'Study|Phase|Time point'],
  CTD: ['Contact', 'Role|Name|Address|Location|Communication'],
  FT1: ['Charge', 'Set ID|Transaction ID|Batch ID|Transaction date|Posting date|Type|Code'],
  DG1: ['Diagnosis', 'Set ID|Coding method|Code|Description|Time|Type'],
  IN1: ['Insurance', 'Set ID|Plan ID|Company ID|Company name'],
  AL1: ['Allergy', 'Set ID|Type|Allergen|Severity|Reaction'],
  GT1: ['Guarantor', 'Set ID|Number|Name'],
  MRG: [
    'Merged patient',
    'Prior patient identifiers|Prior alternate patient ID|Prior account number|Prior patient ID|Prior visit number|Prior alternate visit ID|Prior name',
  ],
  TXA: [
    'Document',
    'Set ID|Type|Content presentation|Activity time|Primary activity provider|Origination time|Transcription time|Edit time|Originator|Assigned authenticator|Transcriptionist|Unique document number|Parent document number|Placer order number|Filler order number|File name|Completion status|Confidentiality status|Availability status|Storage status|Change reason|Authentication|Distributed copies|Folder|Title',
  ],
  EVN: ['Event', 'Type|Recorded|Planned|Reason|Operator|Occurred'],
  PRT: [
    'Participation',
    'Instance ID|Action|Action reason|Participation|Person|Provider type|Unit|Organization',
  ],
  ROL: ['Role', 'Instance ID|Action|Role|Person|Begin|End'],
  ARV: ['Access restriction', 'Set ID|Action|Value|Reason'],
  DSC: ['Continuation', 'Pointer|Style'],
  MSA: ['Acknowledgment', 'Code|Control ID|Text|Expected sequence number'],
  ERR: [
    'Error',
    'Code and location|Location|HL7 error code|Severity|Application error code|Parameter|Diagnosis|Message',
  ],
  FHS: [
    'File header',
    'Field separator|Encoding characters|Sending application|Sending facility|Receiving application|Receiving facility|Time|Security|Name|Comment|Control ID|Reference control ID',
  ],
  BHS: [
    'Batch header',
    'Field separator|Encoding characters|Sending application|Sending facility|Receiving application|Receiving facility|Time|Security|Name|Comment|Control ID|Reference control ID',
  ],
  BTS: ['Batch trailer', 'Message count|Comment|Totals'],
  FTS: ['File trailer', 'Batch count|Comment'],
};

const entry = (name: string) => (Object.hasOwn(SEGMENTS, name) ? SEGMENTS[name]! : null);

export const segmentTitle = (name: string): string | null =>
  entry(name)?.[0] ?? (name.startsWith('Z') ? 'The sender’s own segment' : null);

export const fieldTitle = (name: string, number: number): string | null =>
  entry(name)?.[1].split('|')[number - 1] ?? null;
