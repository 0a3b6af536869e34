import { env } from '../../env';

export const BASE_PATH = '/fhir/R4';
export const baseUrl = (): string => `${env.PUBLIC_URL}${BASE_PATH}`;
export const MEDIA_TYPE = 'application/fhir+json; fhirVersion=4.0; charset=utf-8';
