import { HL7, resource, type Links, type Resource } from './resource';

const PARTICIPANT = `${HL7}/provenance-participant-type`;
const TRANSMITTER = {
  system: 'http://hl7.org/fhir/us/core/CodeSystem/us-core-provenance-participant-type',
  code: 'transmitter',
  display: 'Transmitter',
};

/** Who a record is from: the laboratory, the ordering clinician, the author of a document or the organization. */
export interface Origin {
  /** Logical ID, which names the target as well. */
  id: string;
  target: { type: string; id: string };
  /** Of the version. */
  recorded: string;
  author: Record<string, unknown> | null;
}

export const provenanceOf = ({ id, target, recorded, author }: Origin, links: Links): Resource =>
  resource('Provenance', id, {
    target: [links.to(target.type, target.id)],
    recorded,
    agent: [
      {
        type: { coding: [{ system: PARTICIPANT, code: 'author', display: 'Author' }] },
        who: author ?? links.organization,
        onBehalfOf: author === null ? null : links.organization,
      },
      { type: { coding: [TRANSMITTER] }, who: links.organization },
    ],
  });
