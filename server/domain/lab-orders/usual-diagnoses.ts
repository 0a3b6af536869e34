/**
 * Diagnoses that are the usual reasons for laboratory orders, to be found by everyday words.
 *
 * Codes and titles: ICD-10-CM of the Centers for Medicare & Medicaid Services (CMS) and the National Center for Health
 * Statistics (NCHS), which is in the public domain (https://www.cms.gov/medicare/coding-billing/icd-10-codes). All codes are
 * billable. Each fiscal year, which starts in October, deletes and divides codes: replace them here.
 */
import type { UsualDiagnosis } from './rules';

/** Code, title and everyday words. The most usual diagnosis of a subject is its first, because it is found first. */
const ROWS = `
I10 | Essential (primary) hypertension | hypertension, high blood pressure, HTN
E11.9 | Type 2 diabetes mellitus without complications | diabetes, type 2 diabetes, DM, DM2, T2DM, sugar
E11.65 | Type 2 diabetes mellitus with hyperglycemia | high blood sugar, uncontrolled diabetes
E11.22 | Type 2 diabetes mellitus with diabetic chronic kidney disease | diabetic kidney disease
E11.42 | Type 2 diabetes mellitus with diabetic polyneuropathy
E11.649 | Type 2 diabetes mellitus with hypoglycemia without coma | low blood sugar
E10.9 | Type 1 diabetes mellitus without complications | type 1 diabetes, DM1, T1DM
E10.65 | Type 1 diabetes mellitus with hyperglycemia
O24.419 | Gestational diabetes mellitus in pregnancy, unspecified control | gestational diabetes, GDM
R73.03 | Prediabetes | borderline diabetes
R73.01 | Impaired fasting glucose
R73.02 | Impaired glucose tolerance (oral)
R73.09 | Other abnormal glucose | high A1c
R73.9 | Hyperglycemia, unspecified | high blood sugar
E16.2 | Hypoglycemia, unspecified | low blood sugar
E03.9 | Hypothyroidism, unspecified | low thyroid, thyroid, underactive thyroid
E03.8 | Other specified hypothyroidism | subclinical hypothyroidism
E05.90 | Thyrotoxicosis, unspecified without thyrotoxic crisis or storm | overactive thyroid, high thyroid, hyperthyroidism
E05.00 | Thyrotoxicosis with diffuse goiter without thyrotoxic crisis or storm | Graves disease, hyperthyroidism
E06.3 | Autoimmune thyroiditis | Hashimoto
E04.1 | Nontoxic single thyroid nodule
E04.2 | Nontoxic multinodular goiter
E07.9 | Disorder of thyroid, unspecified
E89.0 | Postprocedural hypothyroidism
E21.3 | Hyperparathyroidism, unspecified
E21.0 | Primary hyperparathyroidism
E22.1 | Hyperprolactinemia | high prolactin
E24.9 | Cushing's syndrome, unspecified
E27.1 | Primary adrenocortical insufficiency | Addison disease
E27.40 | Unspecified adrenocortical insufficiency | adrenal insufficiency
E28.2 | Polycystic ovarian syndrome | PCOS
E29.1 | Testicular hypofunction | low testosterone, hypogonadism
E78.5 | Hyperlipidemia, unspecified | high cholesterol, cholesterol, dyslipidemia
E78.00 | Pure hypercholesterolemia, unspecified | high cholesterol
E78.2 | Mixed hyperlipidemia | high cholesterol and triglycerides
E78.1 | Pure hyperglyceridemia | high triglycerides, hypertriglyceridemia
E88.810 | Metabolic syndrome
E66.9 | Obesity, unspecified
E66.811 | Obesity, class 1
E66.812 | Obesity, class 2
E66.813 | Obesity, class 3 | morbid obesity
E46 | Unspecified protein-calorie malnutrition | malnutrition
E55.9 | Vitamin D deficiency, unspecified | low vitamin D
E53.8 | Deficiency of other specified B group vitamins | vitamin B12 deficiency, folate deficiency
E61.1 | Iron deficiency | low iron
K90.0 | Celiac disease | gluten
K90.9 | Intestinal malabsorption, unspecified | malabsorption
E86.0 | Dehydration
E87.1 | Hypo-osmolality and hyponatremia | low sodium
E87.0 | Hyperosmolality and hypernatremia | high sodium
E87.6 | Hypokalemia | low potassium
E87.5 | Hyperkalemia | high potassium
E87.20 | Acidosis, unspecified
E83.42 | Hypomagnesemia | low magnesium
E83.51 | Hypocalcemia | low calcium
E83.52 | Hypercalcemia | high calcium
E83.39 | Other disorders of phosphorus metabolism | low phosphate, high phosphate, hypophosphatemia, hyperphosphatemia
E79.0 | Hyperuricemia without signs of inflammatory arthritis and tophaceous disease | high uric acid
E80.4 | Gilbert syndrome
E83.110 | Hereditary hemochromatosis | iron overload
D64.9 | Anemia, unspecified | low hemoglobin
D50.9 | Iron deficiency anemia, unspecified | low iron, IDA
D50.0 | Iron deficiency anemia secondary to blood loss (chronic)
D51.0 | Vitamin B12 deficiency anemia due to intrinsic factor deficiency | vitamin B12 deficiency
D51.9 | Vitamin B12 deficiency anemia, unspecified
D63.0 | Anemia in neoplastic disease | anemia of cancer
D63.1 | Anemia in chronic kidney disease | anemia of kidney disease
D63.8 | Anemia in other chronic diseases classified elsewhere | anemia of chronic disease
D56.3 | Thalassemia minor | thalassemia trait
D57.1 | Sickle-cell disease without crisis
D57.3 | Sickle-cell trait
D61.818 | Other pancytopenia | low blood counts
D69.6 | Thrombocytopenia, unspecified | low platelets
D69.3 | Immune thrombocytopenic purpura | ITP
D75.839 | Thrombocytosis, unspecified | high platelets
D70.9 | Neutropenia, unspecified | low neutrophils
D72.819 | Decreased white blood cell count, unspecified | low white blood cells, leukopenia
D72.829 | Elevated white blood cell count, unspecified | high white blood cells, leukocytosis
D75.1 | Secondary polycythemia | high hemoglobin
D45 | Polycythemia vera
D47.2 | Monoclonal gammopathy | MGUS
D68.9 | Coagulation defect, unspecified | bleeding disorder, clotting disorder
D68.51 | Activated protein C resistance | Factor V Leiden
D68.61 | Antiphospholipid syndrome
I11.9 | Hypertensive heart disease without heart failure | high blood pressure with heart disease
I12.9 | Hypertensive chronic kidney disease with stage 1 through stage 4 chronic kidney disease, or unspecified chronic kidney disease | high blood pressure with kidney disease
I25.10 | Atherosclerotic heart disease of native coronary artery without angina pectoris | coronary artery disease, CAD
I21.4 | Non-ST elevation (NSTEMI) myocardial infarction | heart attack, NSTEMI
I21.9 | Acute myocardial infarction, unspecified | heart attack
I48.91 | Unspecified atrial fibrillation | afib, AF
I48.0 | Paroxysmal atrial fibrillation | afib
I50.9 | Heart failure, unspecified | CHF, congestive heart failure
I63.9 | Cerebral infarction, unspecified | stroke
I73.9 | Peripheral vascular disease, unspecified | PAD
I82.409 | Acute embolism and thrombosis of unspecified deep veins of unspecified lower extremity | DVT, blood clot, deep vein thrombosis
I26.99 | Other pulmonary embolism without acute cor pulmonale | PE, blood clot in the lung
Z86.718 | Personal history of other venous thrombosis and embolism | history of DVT
I95.9 | Hypotension, unspecified | low blood pressure
R03.0 | Elevated blood-pressure reading, without diagnosis of hypertension | high blood pressure reading
N18.9 | Chronic kidney disease, unspecified | kidney disease, CKD, renal insufficiency
N18.1 | Chronic kidney disease, stage 1 | CKD 1
N18.2 | Chronic kidney disease, stage 2 (mild) | CKD 2
N18.30 | Chronic kidney disease, stage 3 unspecified | CKD 3
N18.31 | Chronic kidney disease, stage 3a | CKD 3a
N18.32 | Chronic kidney disease, stage 3b | CKD 3b
N18.4 | Chronic kidney disease, stage 4 (severe) | CKD 4
N18.5 | Chronic kidney disease, stage 5 | CKD 5
N18.6 | End stage renal disease | ESRD
N17.9 | Acute kidney failure, unspecified | AKI, acute kidney injury, acute renal failure
N19 | Unspecified kidney failure | renal failure
N04.9 | Nephrotic syndrome with unspecified morphologic changes
N20.0 | Calculus of kidney | kidney stone
N39.0 | Urinary tract infection, site not specified | UTI, bladder infection
N10 | Acute pyelonephritis | kidney infection
N25.81 | Secondary hyperparathyroidism of renal origin
N40.0 | Benign prostatic hyperplasia without lower urinary tract symptoms | enlarged prostate, BPH
N40.1 | Benign prostatic hyperplasia with lower urinary tract symptoms | enlarged prostate, BPH
N41.9 | Inflammatory disease of prostate, unspecified | prostatitis
N52.9 | Male erectile dysfunction, unspecified | ED, impotence
R97.20 | Elevated prostate specific antigen [PSA] | high PSA
R80.9 | Proteinuria, unspecified | protein in urine
R31.9 | Hematuria, unspecified | blood in urine
R31.0 | Gross hematuria | blood in urine
R30.0 | Dysuria | painful urination, burning urination
R35.0 | Frequency of micturition | frequent urination
R94.4 | Abnormal results of kidney function studies | abnormal creatinine
Z32.00 | Encounter for pregnancy test, result unknown | pregnancy test
Z32.01 | Encounter for pregnancy test, result positive | positive pregnancy test
Z32.02 | Encounter for pregnancy test, result negative | negative pregnancy test
Z34.90 | Encounter for supervision of normal pregnancy, unspecified, unspecified trimester | prenatal visit
O20.0 | Threatened abortion
O21.0 | Mild hyperemesis gravidarum
Z31.41 | Encounter for fertility testing
N91.2 | Amenorrhea, unspecified | missed period, no period
N92.0 | Excessive and frequent menstruation with regular cycle | heavy periods
N93.9 | Abnormal uterine and vaginal bleeding, unspecified
N95.1 | Menopausal and female climacteric states | menopause, hot flashes
N97.9 | Female infertility, unspecified
N94.6 | Dysmenorrhea, unspecified | painful periods
Z30.9 | Encounter for contraceptive management, unspecified | birth control
R74.01 | Elevation of levels of liver transaminase levels | high ALT, high AST, high liver enzymes, abnormal LFTs
R74.8 | Abnormal levels of other serum enzymes
R94.5 | Abnormal results of liver function studies | abnormal LFTs
K76.9 | Liver disease, unspecified
K70.30 | Alcoholic cirrhosis of liver without ascites
K74.60 | Unspecified cirrhosis of liver
K75.4 | Autoimmune hepatitis
R17 | Unspecified jaundice | yellow skin
K80.20 | Calculus of gallbladder without cholecystitis without obstruction | gallstones
K85.90 | Acute pancreatitis without necrosis or infection, unspecified
K21.9 | Gastro-esophageal reflux disease without esophagitis | acid reflux, GERD, heartburn
K50.90 | Crohn's disease, unspecified, without complications
K51.90 | Ulcerative colitis, unspecified, without complications
K52.9 | Noninfective gastroenteritis and colitis, unspecified
K58.9 | Irritable bowel syndrome without diarrhea | IBS
K59.00 | Constipation, unspecified
K92.1 | Melena | blood in stool, black stool
K92.2 | Gastrointestinal hemorrhage, unspecified | GI bleed
A09 | Infectious gastroenteritis and colitis, unspecified | stomach flu
A41.9 | Sepsis, unspecified organism
A53.9 | Syphilis, unspecified
A54.9 | Gonococcal infection, unspecified | gonorrhea
A56.2 | Chlamydial infection of genitourinary tract, unspecified | chlamydia
A69.20 | Lyme disease, unspecified
A15.0 | Tuberculosis of lung | TB
B00.9 | Herpesviral infection, unspecified | herpes, HSV
B02.9 | Zoster without complications | shingles
B18.1 | Chronic viral hepatitis B without delta-agent
B18.2 | Chronic viral hepatitis C | hepatitis C
B19.10 | Unspecified viral hepatitis B without hepatic coma | hepatitis B
B19.20 | Unspecified viral hepatitis C without hepatic coma | hepatitis C
B20 | Human immunodeficiency virus [HIV] disease | HIV, AIDS
B27.90 | Infectious mononucleosis, unspecified without complication | mono, mononucleosis
B34.9 | Viral infection, unspecified | virus
B37.31 | Acute candidiasis of vulva and vagina | yeast infection
J02.9 | Acute pharyngitis, unspecified | sore throat
J06.9 | Acute upper respiratory infection, unspecified | common cold, URI
J10.1 | Influenza due to other identified influenza virus with other respiratory manifestations | flu
J18.9 | Pneumonia, unspecified organism
U07.1 | COVID-19 | coronavirus
U09.9 | Post COVID-19 condition, unspecified | long COVID
M06.9 | Rheumatoid arthritis, unspecified | RA
M10.9 | Gout, unspecified
M25.50 | Pain in unspecified joint | joint pain, arthralgia
M32.9 | Systemic lupus erythematosus, unspecified | SLE, lupus
M35.00 | Sjogren syndrome, unspecified | dry eyes, dry mouth
M35.3 | Polymyalgia rheumatica | PMR
M31.6 | Other giant cell arteritis | temporal arteritis
M35.9 | Systemic involvement of connective tissue, unspecified | connective tissue disease
M45.9 | Ankylosing spondylitis of unspecified sites in spine
M19.90 | Unspecified osteoarthritis, unspecified site | arthritis, OA
M79.10 | Myalgia, unspecified site | muscle pain
M79.7 | Fibromyalgia
M62.82 | Rhabdomyolysis
M81.0 | Age-related osteoporosis without current pathological fracture | osteoporosis
M54.50 | Low back pain, unspecified | backache
L65.9 | Nonscarring hair loss, unspecified | hair loss
L70.0 | Acne vulgaris | acne
J45.909 | Unspecified asthma, uncomplicated | asthma
J44.9 | Chronic obstructive pulmonary disease, unspecified | COPD
T78.40XA | Allergy, unspecified, initial encounter | allergic reaction
D86.9 | Sarcoidosis, unspecified
G62.9 | Polyneuropathy, unspecified | neuropathy
G40.909 | Epilepsy, unspecified, not intractable, without status epilepticus | seizure disorder
G47.00 | Insomnia, unspecified
G47.33 | Obstructive sleep apnea (adult) (pediatric) | sleep apnea, OSA
G25.81 | Restless legs syndrome
G30.9 | Alzheimer's disease, unspecified
F03.90 | Unspecified dementia, unspecified severity, without behavioral disturbance, psychotic disturbance, mood disturbance, and anxiety
F32.A | Depression, unspecified
F33.9 | Major depressive disorder, recurrent, unspecified | depression
F41.9 | Anxiety disorder, unspecified | anxiety
F41.1 | Generalized anxiety disorder
F31.9 | Bipolar disorder, unspecified
F20.9 | Schizophrenia, unspecified
F90.9 | Attention-deficit hyperactivity disorder, unspecified type | ADHD
F10.20 | Alcohol dependence, uncomplicated | alcoholism
F11.20 | Opioid dependence, uncomplicated | opioid use disorder
F17.210 | Nicotine dependence, cigarettes, uncomplicated | smoking, tobacco
C61 | Malignant neoplasm of prostate | prostate cancer
Z85.46 | Personal history of malignant neoplasm of prostate | history of prostate cancer
C50.919 | Malignant neoplasm of unspecified site of unspecified female breast | breast cancer
C18.9 | Malignant neoplasm of colon, unspecified | colon cancer
C34.90 | Malignant neoplasm of unspecified part of unspecified bronchus or lung | lung cancer
C25.9 | Malignant neoplasm of pancreas, unspecified | pancreatic cancer
C73 | Malignant neoplasm of thyroid gland | thyroid cancer
C90.00 | Multiple myeloma not having achieved remission
C91.10 | Chronic lymphocytic leukemia of B-cell type not having achieved remission | CLL
C92.10 | Chronic myeloid leukemia, BCR/ABL-positive, not having achieved remission | CML
C85.90 | Non-Hodgkin lymphoma, unspecified, unspecified site
C81.90 | Hodgkin lymphoma, unspecified, unspecified site
R53.83 | Other fatigue | fatigue, tiredness, exhaustion
R53.1 | Weakness
R63.4 | Abnormal weight loss
R63.5 | Abnormal weight gain
R63.0 | Anorexia | loss of appetite
R63.1 | Polydipsia | excessive thirst
R50.9 | Fever, unspecified
R68.83 | Chills (without fever)
R61 | Generalized hyperhidrosis | night sweats, excessive sweating
R42 | Dizziness and giddiness | vertigo
R55 | Syncope and collapse | fainting
R51.9 | Headache, unspecified
R07.9 | Chest pain, unspecified
R06.02 | Shortness of breath | dyspnea
R05.9 | Cough, unspecified
R00.2 | Palpitations
R00.0 | Tachycardia, unspecified | fast heart rate
R10.9 | Unspecified abdominal pain | stomach ache, belly pain
R10.13 | Epigastric pain | upper abdominal pain
R11.0 | Nausea
R11.2 | Nausea with vomiting, unspecified
R19.7 | Diarrhea, unspecified
R60.0 | Localized edema | leg swelling
R60.9 | Edema, unspecified | swelling
R21 | Rash and other nonspecific skin eruption
R20.2 | Paresthesia of skin | tingling, numbness
R41.82 | Altered mental status, unspecified | confusion
R41.3 | Other amnesia | memory loss
R56.9 | Unspecified convulsions | seizure
R59.9 | Enlarged lymph nodes, unspecified | swollen lymph nodes
R79.89 | Other specified abnormal findings of blood chemistry | abnormal labs
R79.9 | Abnormal finding of blood chemistry, unspecified | abnormal labs
R79.1 | Abnormal coagulation profile | abnormal PT, abnormal INR
R70.0 | Elevated erythrocyte sedimentation rate | high ESR, sed rate
R79.82 | Elevated C-reactive protein (CRP) | high CRP
R76.11 | Nonspecific reaction to tuberculin skin test without active tuberculosis | positive TB test
R94.6 | Abnormal results of thyroid function studies | abnormal TSH
R94.31 | Abnormal electrocardiogram [ECG] [EKG] | abnormal ECG, abnormal EKG
Z83.3 | Family history of diabetes mellitus
Z82.49 | Family history of ischemic heart disease and other diseases of the circulatory system | family history of heart disease
Z00.00 | Encounter for general adult medical examination without abnormal findings | annual physical, checkup, wellness visit
Z00.01 | Encounter for general adult medical examination with abnormal findings | annual physical with findings
Z00.129 | Encounter for routine child health examination without abnormal findings | well child visit, child checkup
Z00.121 | Encounter for routine child health examination with abnormal findings | well child visit with findings
Z01.812 | Encounter for preprocedural laboratory examination | preoperative blood test, pre-op labs
Z01.818 | Encounter for other preprocedural examination | preoperative examination, pre-op
Z09 | Encounter for follow-up examination after completed treatment for conditions other than malignant neoplasm | follow-up
Z13.220 | Encounter for screening for lipoid disorders | cholesterol screening, lipid screening
Z13.1 | Encounter for screening for diabetes mellitus | diabetes screening
Z13.0 | Encounter for screening for diseases of the blood and blood-forming organs and certain disorders involving the immune mechanism | anemia screening
Z13.29 | Encounter for screening for other suspected endocrine disorder | thyroid screening
Z13.21 | Encounter for screening for nutritional disorder | vitamin screening
Z13.6 | Encounter for screening for cardiovascular disorders | heart screening
Z12.5 | Encounter for screening for malignant neoplasm of prostate | prostate cancer screening, PSA screening
Z12.11 | Encounter for screening for malignant neoplasm of colon | colon cancer screening, FIT
Z12.4 | Encounter for screening for malignant neoplasm of cervix | Pap test, cervical cancer screening
Z11.51 | Encounter for screening for human papillomavirus (HPV) | HPV screening
Z11.3 | Encounter for screening for infections with a predominantly sexual mode of transmission | STI screening, STD screening
Z11.4 | Encounter for screening for human immunodeficiency virus [HIV] | HIV screening
Z11.59 | Encounter for screening for other viral diseases | hepatitis screening
Z11.1 | Encounter for screening for respiratory tuberculosis | TB screening, tuberculosis screening
Z11.52 | Encounter for screening for COVID-19 | coronavirus screening
Z13.88 | Encounter for screening for disorder due to exposure to contaminants | lead screening
Z20.2 | Contact with and (suspected) exposure to infections with a predominantly sexual mode of transmission | STI exposure, STD exposure
Z20.6 | Contact with and (suspected) exposure to human immunodeficiency virus [HIV] | HIV exposure
Z20.822 | Contact with and (suspected) exposure to COVID-19 | coronavirus exposure
Z77.011 | Contact with and (suspected) exposure to lead | lead exposure
Z21 | Asymptomatic human immunodeficiency virus [HIV] infection status | HIV positive
Z22.7 | Latent tuberculosis | latent TB, LTBI
Z51.81 | Encounter for therapeutic drug level monitoring | drug level, drug monitoring
Z79.01 | Long term (current) use of anticoagulants | blood thinner, warfarin
Z79.1 | Long term (current) use of non-steroidal anti-inflammatories (NSAID) | NSAID
Z79.4 | Long term (current) use of insulin | insulin use
Z79.52 | Long term (current) use of systemic steroids | prednisone
Z79.84 | Long term (current) use of oral hypoglycemic drugs | metformin
Z79.891 | Long term (current) use of opiate analgesic | opioid use
Z79.899 | Other long term (current) drug therapy | medication monitoring, high-risk medication
Z51.11 | Encounter for antineoplastic chemotherapy | chemotherapy
Z94.0 | Kidney transplant status | kidney transplant
Z94.4 | Liver transplant status | liver transplant
Z99.2 | Dependence on renal dialysis | dialysis
Z98.84 | Bariatric surgery status | gastric bypass
`;

export const USUAL_DIAGNOSES: UsualDiagnosis[] = ROWS.trim()
  .split('\n')
  .map((row) => {
    const [code, description, words] = row.split(' | ');
    return { code: code!, description: description!, words: words?.split(', ') ?? [] };
  });
