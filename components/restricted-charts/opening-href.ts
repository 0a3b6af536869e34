/** The page that asks why a restricted chart is opened, and leads to `next` afterwards: a path of the portal. */
export const openingHref = (patientId: string, next: string): string =>
  `/restricted-charts/${patientId}?${new URLSearchParams({ next }).toString()}`;
