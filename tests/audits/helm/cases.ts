/** Values to render the chart with: each option of `values.yaml`, in combinations that differ in what is rendered. */

export interface Case {
  name: string;
  values: object;
  /** Kinds beyond those that are always rendered. */
  adds?: string[];
  removes?: string[];
  /** What `helm template` says if it must fail. */
  fails?: string;
}

export const REQUIRED = {
  settings: { PUBLIC_URL: 'https://clinical.example.org', STORAGE_URL: 's3://clinical-documents' },
};
const OF_A_ROLE = ['Deployment', 'PodDisruptionBudget'];
export const ALWAYS = [
  'ServiceAccount',
  'Service',
  'NetworkPolicy',
  'NetworkPolicy',
  'Job',
  ...OF_A_ROLE,
  ...OF_A_ROLE,
  ...OF_A_ROLE,
];
const fromNetwork = [{ ipBlock: { cidr: '192.0.2.0/24', except: ['192.0.2.1/32'] } }];

export const CASES: Case[] = [
  { name: 'the required settings', values: {} },
  {
    name: 'an image of a private registry',
    values: {
      image: { repository: 'registry.example.org:5000/clinical', tag: '1.2.3', pullPolicy: 'Always' },
    },
  },
  {
    name: 'ports of laboratories',
    values: { intake: { mllpPorts: [2575, 65535] } },
    adds: ['Service'],
  },
  {
    name: 'ports and addresses of laboratories',
    values: { intake: { mllpPorts: [2575] }, networkPolicy: { mllpFrom: fromNetwork } },
    adds: ['Service', 'NetworkPolicy'],
  },
  {
    name: 'an ingress',
    values: { ingress: { enabled: true, annotations: { 'cert-manager.io/cluster-issuer': 'clinic' } } },
    adds: ['Ingress'],
  },
  {
    name: 'allowed destinations',
    values: { networkPolicy: { egressTo: [...fromNetwork, { podSelector: {} }] } },
  },
  {
    name: 'no policies',
    values: { networkPolicy: { enabled: false } },
    removes: ['NetworkPolicy', 'NetworkPolicy'],
  },
  {
    name: 'a role for the bucket instead of keys',
    values: {
      serviceAccount: { annotations: { 'eks.amazonaws.com/role-arn': 'arn:aws:iam::1:role/clinical' } },
      secret: { name: 'other', keys: ['DATABASE_URL', 'ENCRYPTION_KEYS'] },
      migrationSecret: { name: 'other-migration' },
    },
  },
  {
    name: 'other sizes and further settings',
    values: {
      settings: { DRAIN_SECONDS: 0, LOG_LEVEL: 'debug', S3_PATH_STYLE: true, DATABASE_POOL: 20 },
      staging: { sizeLimit: '20Gi' },
      web: { replicas: 5, resources: { limits: { cpu: 2, memory: '2Gi' } } },
      worker: { replicas: 1, resources: {} },
      intake: { replicas: 0 },
    },
  },
  {
    name: 'no PUBLIC_URL',
    values: { settings: { PUBLIC_URL: '' } },
    fails: 'settings.PUBLIC_URL is required',
  },
  {
    name: 'no STORAGE_URL',
    values: { settings: { STORAGE_URL: '' } },
    fails: 'settings.STORAGE_URL is required',
  },
];
