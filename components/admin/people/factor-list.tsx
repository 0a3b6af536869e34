/** Second factors of a member, as an administrator may know them: what, and since when. */
import { useFormat } from '#format';
import type { Person } from '@/server/domain/people/contract';

const WORDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

interface FactorListProps {
  factors: NonNullable<Person['second_factors']>;
}

export function FactorList({ factors }: FactorListProps) {
  const format = useFormat();
  if (factors.length === 0) return <p className="mb-3">They have none.</p>;
  return (
    <>
      <ul className="mb-3">
        {factors.map(({ kind, since }, nth) => (
          <li key={`${nth} ${since}`}>
            {WORDS[kind]}, since {format.instant(since)}
          </li>
        ))}
      </ul>
      <p className="mb-3">
        A new password takes none of them away. Ask whether all are theirs when somebody else may have known
        their password, and reset them when one is not.
      </p>
    </>
  );
}
