import { er7, MSH, OBR, PID } from '../../support/hl7';

/** Initial messages if the collection is missing, covering all features. */
const line = (type: string, value: string, rest = 'mg/L|1-2|H|||F|||20260105081500') =>
  `OBX|1|${type}|GLU^Glucose^L^2345-7^Glucose^LN||${value}|${rest}`;

export const CRAFTED: Buffer[] = [
  er7(MSH, PID, OBR, line('NM', '5.1'), line('NM', '<0.5'), 'NTE|1||a\\.br\\b'),
  er7(MSH, PID, 'ORC|RE|P1|F1', OBR, line('SN', '<^0.5'), line('SN', '^1^:^128'), line('ST', '>=6.1')),
  er7(
    MSH,
    PID,
    OBR,
    line('TX', 'one~two'),
    line('FT', '\\H\\x\\N\\ \\X0D\\'),
    line('CWE', 'A^One^L~B^Two^L'),
  ),
  er7(MSH, PID, OBR, line('ED', '^^PDF^Base64^JVBERi0xLjQKJSVFT0Y='), line('RP', 'http://x^^image^PICT')),
  er7(MSH, PID, OBR, line('TX', 'JVBERi0xLjQK'), line('TX', 'JSVFT0Y='), line('NM', '')),
  er7(
    MSH,
    PID,
    OBR,
    line('NM', '5'),
    'SPM|1|S1^S2||SER^Serum|||||||||||||20260105',
    PID,
    OBR,
    line('NM', '6'),
  ),
  er7(`${MSH}|||AL|AL||8859/1`, PID, OBR, line('CE', '1^Ja^L'), 'ZPS|1'),
  er7(
    'MSH#*+%$#A#B#C#D#20260105##ORU*R01#1#P#2.3',
    'PID#1##7***X*MR##Doe*J',
    'OBR#1#P#F#A*B',
    'OBX#1#NM#A*B##5',
  ),
];
