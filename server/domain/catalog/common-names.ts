/** Everyday names by which clinicians search for laboratory tests, and the tests that each of them means. */

interface CommonName {
  /** All with the same meaning. */
  names: readonly string[];
  /** Whole words in the name, short name or code of a test, for catalogs without LOINC: parts of a regular expression. */
  words: readonly string[];
  /** LOINC codes with their LOINC names, as its license requires. */
  loinc: Readonly<Record<string, string>>;
}

const HEART_ATTACK = {
  '10839-9': 'Troponin I SerPl-mCnc',
  '49563-0': 'Troponin I SerPl DL<=0.01 ng/mL-mCnc',
  '6598-7': 'Troponin T SerPl-mCnc',
  '13969-1': 'CK MB SerPl-mCnc',
};
const HEART_FAILURE = { '30934-4': 'BNP SerPl-mCnc', '33762-6': 'NT-proBNP SerPl-mCnc' };

const COMMON_NAMES: readonly CommonName[] = [
  {
    names: ['thyroid', 'TFT'],
    words: ['tsh', 't4', 'ft4', 't3', 'ft3', 'thyrotropin', 'thyroxine', 'triiodothyronine', 'tpo'],
    loinc: {
      '3016-3': 'TSH SerPl-aCnc',
      '11579-0': 'TSH SerPl DL<=0.05 mIU/L-aCnc',
      '11580-8': 'TSH SerPl DL<=0.005 mIU/L-aCnc',
      '3024-7': 'T4 Free SerPl-mCnc',
      '3026-2': 'T4 SerPl-mCnc',
      '3051-0': 'T3Free SerPl-mCnc',
      '3053-6': 'T3 SerPl-mCnc',
      '8099-4': 'Thyroperoxidase Ab SerPl-aCnc',
    },
  },
  {
    names: ['vitamin D'],
    words: ['calcidiol', '25 oh d', '25ohd'],
    loinc: {
      '1989-3': '25(OH)D3 SerPl-mCnc',
      '35365-6': 'Vit D+metab SerPl-mCnc',
      '62292-8': '25(OH)D2+25(OH)D3 SerPl-mCnc',
    },
  },
  {
    names: ['sugar', 'blood sugar', 'diabetes'],
    words: ['glucose', 'a1c', 'hba1c'],
    loinc: {
      '2345-7': 'Glucose SerPl-mCnc',
      '2339-0': 'Glucose Bld-mCnc',
      '1558-6': 'Glucose p fast SerPl-mCnc',
      '4548-4': 'Hgb A1c MFr Bld',
      '17856-6': 'Hgb A1c MFr Bld HPLC',
    },
  },
  {
    names: ['kidney', 'renal'],
    words: ['creatinine', 'bun', 'urea nitrogen', 'egfr', 'cystatin', 'microalbumin'],
    loinc: {
      '2160-0': 'Creat SerPl-mCnc',
      '3094-0': 'BUN SerPl-mCnc',
      '33914-3': 'GFR/BSA.pred SerPl MDRD-ArVRat',
      '14957-5': 'Microalbumin Ur-mCnc',
      '14959-1': 'Microalbumin/Creat Ur',
      '24321-2': 'Basic Metabolic 2000 Panel',
      '24323-8': 'Comprehensive metabolic 2000 panel - Serum or Plasma',
      '24362-6': 'Renal function 2000 panel - Serum or Plasma',
    },
  },
  {
    names: ['liver', 'hepatic', 'LFT'],
    words: ['alt', 'ast', 'sgpt', 'sgot', 'ggt', 'bilirubin', 'alkaline phosphatase'],
    loinc: {
      '24325-3': 'Hepatic function 2000 panel - Serum or Plasma',
      '24323-8': 'Comprehensive metabolic 2000 panel - Serum or Plasma',
      '1742-6': 'ALT SerPl-cCnc',
      '1920-8': 'AST SerPl-cCnc',
      '6768-6': 'ALP SerPl-cCnc',
      '2324-2': 'GGT SerPl-cCnc',
      '1975-2': 'Bilirub SerPl-mCnc',
      '1968-7': 'Bilirub Direct SerPl-mCnc',
      '1751-7': 'Albumin SerPl-mCnc',
    },
  },
  {
    names: ['blood count', 'full blood count', 'FBC', 'CBC'],
    words: ['cbc', 'hemogram'],
    loinc: {
      '58410-2': 'Complete blood count (hemogram) panel - Blood by Automated count',
      '57021-8': 'CBC W Auto Differential panel - Blood',
    },
  },
  {
    names: ['H&H'],
    words: ['h&h', 'hgb(?! a1c)', 'hct', 'hematocrit'],
    loinc: {
      '24360-0': 'Hemoglobin and Hematocrit panel - Blood',
      '718-7': 'Hgb Bld-mCnc',
      '4544-3': 'Hct VFr Bld Auto',
      '20570-8': 'Hct VFr Bld',
    },
  },
  {
    names: ['BMP', 'chem 7'],
    words: ['basic metabolic'],
    loinc: { '24321-2': 'Basic Metabolic 2000 Panel' },
  },
  {
    names: ['CMP'],
    words: ['comprehensive metabolic'],
    loinc: { '24323-8': 'Comprehensive metabolic 2000 panel - Serum or Plasma' },
  },
  {
    names: ['anemia'],
    words: ['cbc', 'hemoglobin(?! a1c)', 'ferritin', 'b12', 'folate', 'reticulocytes'],
    loinc: {
      '58410-2': 'Complete blood count (hemogram) panel - Blood by Automated count',
      '57021-8': 'CBC W Auto Differential panel - Blood',
      '718-7': 'Hgb Bld-mCnc',
      '2276-4': 'Ferritin SerPl-mCnc',
      '2498-4': 'Iron SerPl-mCnc',
      '2500-7': 'TIBC SerPl-mCnc',
      '2132-9': 'Vit B12 SerPl-mCnc',
      '2284-8': 'Folate SerPl-mCnc',
      '4679-7': 'Retics/100 RBC NFr',
    },
  },
  {
    names: ['clotting', 'coagulation', 'coags', 'bleeding', 'blood clot'],
    words: ['pt', 'ptt', 'aptt', 'inr', 'prothrombin', 'fibrinogen', 'd dimer'],
    loinc: {
      '5902-2': 'Prothrombin time',
      '6301-6': 'INR PPP',
      '3173-2': 'aPTT Bld',
      '14979-9': 'aPTT PPP',
      '3255-7': 'Fibrinogen PPP-mCnc',
      '48065-7': 'D dimer FEU PPP-mCnc',
      '48066-5': 'D dimer DDU PPP-mCnc',
    },
  },
  {
    names: ['PT/INR'],
    words: ['pt', 'inr', 'prothrombin'],
    loinc: { '5902-2': 'Prothrombin time', '6301-6': 'INR PPP' },
  },
  {
    names: ['iron'],
    words: ['ferritin', 'tibc', 'transferrin'],
    loinc: {
      '2498-4': 'Iron SerPl-mCnc',
      '2276-4': 'Ferritin SerPl-mCnc',
      '2500-7': 'TIBC SerPl-mCnc',
      '2502-3': 'Iron Satn MFr SerPl',
      '3034-6': 'Transferrin SerPl-mCnc',
    },
  },
  {
    names: ['cholesterol', 'lipids', 'blood fats'],
    words: ['lipid', 'hdl', 'ldl', 'triglycerides'],
    loinc: {
      '57698-3': 'Lipid panel',
      '24331-1': 'Lipid 1996 panel - Serum or Plasma',
      '2093-3': 'Cholest SerPl-mCnc',
      '2085-9': 'HDLc SerPl-mCnc',
      '2089-1': 'LDLc SerPl-mCnc',
      '13457-7': 'LDLc SerPl Calc-mCnc',
      '18262-6': 'LDLc SerPl Direct Assay-mCnc',
      '2571-8': 'Trigl SerPl-mCnc',
    },
  },
  {
    names: ['pregnancy'],
    words: ['hcg', 'bhcg', 'choriogonadotropin'],
    loinc: {
      '2106-3': 'HCG Preg Ur Ql',
      '2110-5': 'B-HCG Preg SerPl Ql',
      '2118-8': 'HCG Preg SerPl Ql',
      '19080-1': 'HCG SerPl-aCnc',
      '21198-7': 'B-HCG SerPl-aCnc',
    },
  },
  {
    names: ['urine', 'U/A'],
    words: ['ua', 'urinalysis'],
    loinc: {
      '24356-8': 'Urinalysis complete panel - Urine',
      '24357-6': 'Urinalysis macro (dipstick) panel - Urine',
      '24365-9': 'Urinalysis microscopic panel - Urine sediment',
      '630-4': 'Bacteria Ur Cult',
    },
  },
  {
    names: ['UTI', 'bladder'],
    words: ['ua', 'urinalysis', 'urine culture'],
    loinc: {
      '24357-6': 'Urinalysis macro (dipstick) panel - Urine',
      '24356-8': 'Urinalysis complete panel - Urine',
      '630-4': 'Bacteria Ur Cult',
      '24365-9': 'Urinalysis microscopic panel - Urine sediment',
    },
  },
  {
    names: ['heart', 'cardiac'],
    words: ['troponin', 'bnp', 'probnp', 'ck mb'],
    loinc: { ...HEART_ATTACK, ...HEART_FAILURE },
  },
  {
    names: ['heart attack', 'myocardial infarction'],
    words: ['troponin', 'ck mb'],
    loinc: HEART_ATTACK,
  },
  {
    names: ['heart failure'],
    words: ['bnp', 'probnp'],
    loinc: HEART_FAILURE,
  },
  {
    names: ['inflammation'],
    words: ['crp', 'esr', 'procalcitonin'],
    loinc: {
      '1988-5': 'CRP SerPl-mCnc',
      '30522-7': 'CRP SerPl HS-mCnc',
      '4537-7': 'ESR Bld Qn Westrgrn',
      '30341-2': 'ESR Bld Qn',
    },
  },
  {
    names: ['sed rate'],
    words: ['esr', 'sedimentation'],
    loinc: { '4537-7': 'ESR Bld Qn Westrgrn', '30341-2': 'ESR Bld Qn' },
  },
  {
    names: ['infection'],
    words: ['wbc', 'crp', 'procalcitonin', 'culture'],
    loinc: {
      '26464-8': 'WBC # Bld',
      '6690-2': 'WBC # Bld Auto',
      '1988-5': 'CRP SerPl-mCnc',
    },
  },
  {
    names: ['U&E', 'U&Es'],
    words: ['sodium', 'potassium', 'bun', 'urea', 'creatinine', 'basic metabolic'],
    loinc: {
      '24321-2': 'Basic Metabolic 2000 Panel',
      '2951-2': 'Sodium SerPl-sCnc',
      '2823-3': 'Potassium SerPl-sCnc',
      '3094-0': 'BUN SerPl-mCnc',
      '2160-0': 'Creat SerPl-mCnc',
    },
  },
  {
    names: ['electrolytes', 'lytes', 'salts'],
    words: ['sodium', 'potassium', 'chloride', 'bicarbonate'],
    loinc: {
      '2951-2': 'Sodium SerPl-sCnc',
      '2823-3': 'Potassium SerPl-sCnc',
      '2075-0': 'Chloride SerPl-sCnc',
      '2028-9': 'CO2 SerPl-sCnc',
      '24326-1': 'Electrolytes 1998 panel - Serum or Plasma',
      '24321-2': 'Basic Metabolic 2000 Panel',
    },
  },
  {
    names: ['bone'],
    words: ['pth', 'calcidiol'],
    loinc: {
      '17861-6': 'Calcium SerPl-mCnc',
      '2777-1': 'Phosphate SerPl-mCnc',
      '6768-6': 'ALP SerPl-cCnc',
      '1989-3': '25(OH)D3 SerPl-mCnc',
      '2731-8': 'PTH-Intact SerPl-mCnc',
    },
  },
  {
    names: ['pancreas'],
    words: ['amylase', 'lipase'],
    loinc: {
      '1798-8': 'Amylase SerPl-cCnc',
      '3040-3': 'Lipase SerPl-cCnc',
    },
  },
  {
    names: ['gout'],
    words: ['urate', 'uric acid'],
    loinc: {
      '3084-1': 'Urate SerPl-mCnc',
    },
  },
  {
    names: ['muscle'],
    words: ['ck', 'cpk', 'creatine kinase', 'aldolase'],
    loinc: {
      '2157-6': 'CK SerPl-cCnc',
    },
  },
  {
    names: ['adrenal', 'stress hormone'],
    words: ['cortisol'],
    loinc: {
      '2143-6': 'Cortis SerPl-mCnc',
    },
  },
  {
    names: ['prostate'],
    words: ['psa'],
    loinc: {
      '2857-1': 'PSA SerPl-mCnc',
    },
  },
  {
    names: ['alcohol'],
    words: ['ethanol', 'etoh'],
    loinc: {
      '5643-2': 'Ethanol SerPl-mCnc',
    },
  },
  {
    names: ['blood type', 'blood group'],
    words: ['abo'],
    loinc: {
      '882-1': 'ABO + Rh Bld',
      '883-9': 'ABO Group Bld',
    },
  },
  {
    names: ['fertility', 'menopause'],
    words: ['fsh', 'lh', 'estradiol'],
    loinc: {
      '15067-2': 'FSH SerPl-aCnc',
      '10501-5': 'LH SerPl-aCnc',
      '2243-4': 'Estradiol SerPl-mCnc',
    },
  },
  {
    names: ['STI', 'STD', 'sexually transmitted'],
    words: ['chlamydia', 'gonorrhoeae', 'gonorrhea', 'syphilis', 'rpr', 'hiv'],
    loinc: {},
  },
  {
    names: ['Lyme'],
    words: ['borrelia', 'burgdorferi', 'lyme'],
    loinc: {},
  },
];

/** "Thyroid panel" and "kidney function" mean the same as "thyroid" and "kidney". */
const GENERIC = /^(function|level|levels|panel|profile|screen|studies|study|test|tests)$/;

/** Shorter text is the start of too many names. */
const FEWEST_LETTERS = 3;

export interface CommonTests {
  /** The name that was typed, or whose start was. */
  name: string;
  words: readonly string[];
  loinc: readonly string[];
}

const wordsOf = (name: string): string[] => name.toLowerCase().split(/[ /]/);

export const COMMON_WORDS: ReadonlySet<string> = new Set(
  COMMON_NAMES.flatMap(({ names }) => names.flatMap(wordsOf)),
);

/** @param typed words of the search, in lower case */
export function commonTests(typed: readonly string[]): CommonTests[] {
  const asked = typed.filter((word) => !GENERIC.test(word));
  const isLong = asked.join('').length >= FEWEST_LETTERS;
  const isAsked = (name: string) => {
    const own = wordsOf(name);
    return isLong
      ? asked.every((word) => own.some((one) => one.startsWith(word)))
      : asked.join(' ') === own.join(' ');
  };
  return COMMON_NAMES.flatMap(({ names, words, loinc }) => {
    const name = names.find(isAsked);
    return name ? [{ name, words, loinc: Object.keys(loinc) }] : [];
  });
}
