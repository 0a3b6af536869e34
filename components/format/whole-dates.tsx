/** A sentence whose dates do not break at their hyphens. */
export const WholeDates = ({ of }: { of: string }) =>
  of.split(/(\b\d{2}-[A-Z][a-z]{2}-\d{4})/).map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className="whitespace-nowrap">
        {part}
      </span>
    ),
  );
