/** A sentence whose dates do not break at their hyphens, nor short MRNs after their label. */
export const WholeDates = ({ of }: { of: string }) =>
  of.split(/(\b\d{2}-[A-Z][a-z]{2}-\d{4}|\bMRN [\w.-]{1,16}(?![\w.-]))/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
