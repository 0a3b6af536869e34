/**
 * Laboratories' spellings of units → UCUM (https://ucum.org). Only unambiguous spellings; any other unit has no UCUM
 * code and is displayed as received.
 */

/** Units that are valid UCUM already. */
const UCUM = new Set(
  (
    '% /uL /mL /L /h /min /[HPF] /[LPF] 10*3/uL 10*6/uL 10*9/L 10*12/L 10*3/mL 10*6/mL ' +
    'fL pg g/L g/dL g/mL g mg/L mg/dL mg/mL mg/g mg/kg mg ug/L ug/dL ug/mL ug/g ug/mg{creat} mg/g{creat} ng/L ng/dL ng/mL pg/mL pg/dL ' +
    'mol/L mmol/L umol/L nmol/L pmol/L fmol/L mmol/mol mmol/kg umol/g meq/L ' +
    'U/L U/mL kU/L kU/mL mU/L mU/mL uU/mL U/g [IU]/L [IU]/mL k[IU]/L m[IU]/L m[IU]/mL u[IU]/mL ' +
    "[arb'U]/mL [arb'U]/L [GPL'U]/mL [MPL'U]/mL {INR} {ratio} {index} {titer} [pH] mosm/kg mosm/L " +
    'mL/min mL/min/{1.73_m2} mL L s min h d mm mm/h mm[Hg] cm kPa Cel kg L/s L/min {copies}/mL {cells}/uL mg/(24.h) g/(24.h) mmol/(24.h)'
  ).split(' '),
);

const SPELLINGS: Readonly<Record<string, string>> = {
  'K/uL': '10*3/uL',
  'k/uL': '10*3/uL',
  'K/mm3': '10*3/uL',
  'x10E3/uL': '10*3/uL',
  '10^3/uL': '10*3/uL',
  'Thousand/uL': '10*3/uL',
  'M/uL': '10*6/uL',
  'x10E6/uL': '10*6/uL',
  '10^6/uL': '10*6/uL',
  'Million/uL': '10*6/uL',
  '10^9/L': '10*9/L',
  '10^12/L': '10*12/L',
  '#/mm3': '/uL',
  '/mm3': '/uL',
  'cells/uL': '{cells}/uL',
  'mg/dl': 'mg/dL',
  'g/dl': 'g/dL',
  'ng/dl': 'ng/dL',
  'ng/ml': 'ng/mL',
  'pg/ml': 'pg/mL',
  'ug/dl': 'ug/dL',
  'mcg/dL': 'ug/dL',
  'mcg/mL': 'ug/mL',
  'mcg/L': 'ug/L',
  'µg/dL': 'ug/dL',
  'µg/mL': 'ug/mL',
  'µg/L': 'ug/L',
  'mcmol/L': 'umol/L',
  'µmol/L': 'umol/L',
  'mEq/L': 'meq/L',
  'units/L': 'U/L',
  'IU/L': '[IU]/L',
  'IU/mL': '[IU]/mL',
  'kIU/L': 'k[IU]/L',
  'mIU/L': 'm[IU]/L',
  'mIU/mL': 'm[IU]/mL',
  'uIU/mL': 'u[IU]/mL',
  'µIU/mL': 'u[IU]/mL',
  pH: '[pH]',
  seconds: 's',
  sec: 's',
  'mm/hr': 'mm/h',
  'mm/Hr': 'mm/h',
  mmHg: 'mm[Hg]',
  'mm Hg': 'mm[Hg]',
  'mOsm/kg': 'mosm/kg',
  'mOsmol/kg': 'mosm/kg',
  '/HPF': '/[HPF]',
  '/hpf': '/[HPF]',
  '/LPF': '/[LPF]',
  '/lpf': '/[LPF]',
  'copies/mL': '{copies}/mL',
  ratio: '{ratio}',
  INR: '{INR}',
  'mL/min/1.73m2': 'mL/min/{1.73_m2}',
  'mL/min/1.73 m2': 'mL/min/{1.73_m2}',
  'ml/min/1.73m2': 'mL/min/{1.73_m2}',
  'mL/min/1.73': 'mL/min/{1.73_m2}',
  'deg C': 'Cel',
};

export function toUcum(unit: string | null | undefined): string | null {
  const text = unit?.trim();
  if (!text) return null;
  if (UCUM.has(text)) return text;
  // A unit may be called "constructor".
  return Object.hasOwn(SPELLINGS, text) ? SPELLINGS[text]! : null;
}
