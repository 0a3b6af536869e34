import { TextLink } from '../../ui/text-link';

interface UserNameProps {
  id: string;
  name: string;
  isLinked: boolean;
}

export function UserName({ id, name, isLinked }: UserNameProps) {
  const shown = <bdi>{name}</bdi>;
  return isLinked ? <TextLink href={`/admin/people/${id}`}>{shown}</TextLink> : shown;
}
