import { useFormat } from '#format';
import type { Person } from '@/server/domain/people/contract';

const WORDS = { totp: 'Authenticator app', passkey: 'Passkey' } as const;

interface FactorListProps {
  factors: NonNullable<Person['second_factors']>;
}

export function FactorList({ factors }: FactorListProps) {
  const format = useFormat();
  if (factors.length === 0) return <p className="mb-3">No second factor.</p>;
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
        A new password does not remove second factors. Reset them if one does not belong to this user.
      </p>
    </>
  );
}
