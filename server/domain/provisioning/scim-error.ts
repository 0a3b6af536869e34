/** An error of SCIM (RFC 7644, 3.12). */
export class ScimError extends Error {
  constructor(
    readonly status: number,
    readonly scimType: string | null,
    detail: string,
  ) {
    super(detail);
  }
}

export const invalidValue = (detail: string) => new ScimError(400, 'invalidValue', detail);
export const unknownResource = () => new ScimError(404, null, 'The resource does not exist.');
