import { newId, showId } from '../../../server/shared/ids';
import { demo } from './portal';
import { statement } from './statement';

/** Users for one test each, with the password hash of a demo user; the operator's tool would take seconds for each. */

export interface Person {
  id: string;
  email: string;
  password: string;
}

interface Kind {
  role?: 'admin' | 'clinician' | 'viewer';
  /** Slug. */
  org?: string;
  name?: string;
}

export async function newPerson({
  role = 'clinician',
  org = 'demo',
  name = 'Robin New',
}: Kind = {}): Promise<Person> {
  const id = newId();
  const email = `${id}@demo.example`;
  const like = (await demo()).people.find((candidate) => candidate.role === 'clinician')!;
  await statement(
    `WITH made AS (
       INSERT INTO users (id, email, email_hash, name, password_hash, created_at, updated_at)
       SELECT $1::uuid, $2, sha256($2::text::bytea), $3, password_hash, now(), now() FROM users WHERE email = $4
       RETURNING id)
     INSERT INTO memberships (org_id, user_id, role, created_at)
     SELECT o.id, made.id, $5, now() FROM organizations o, made WHERE o.slug = $6`,
    [id, email, name, like.email, role, org],
  );
  return { id: showId('user', id), email, password: like.password };
}
