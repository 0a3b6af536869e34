/** Age as clinicians state it: days below four weeks, months below two years, then years. */
export function formatAge(birthDate: string, onDate: string): string {
  const born = /^(\d{4})-(\d{2})-(\d{2})/.exec(birthDate);
  const on = /^(\d{4})-(\d{2})-(\d{2})/.exec(onDate);
  if (!born || !on) return '';
  const [by, bm, bd] = [Number(born[1]), Number(born[2]), Number(born[3])];
  const [oy, om, od] = [Number(on[1]), Number(on[2]), Number(on[3])];
  const months = (oy - by) * 12 + (om - bm) - (od < bd ? 1 : 0);
  if (months >= 24) return `${Math.floor(months / 12)}y`;
  const days = Math.round((Date.UTC(oy, om - 1, od) - Date.UTC(by, bm - 1, bd)) / 86_400_000);
  if (days < 0) return '';
  return days < 28 ? `${days}d` : `${Math.max(months, 0)}m`;
}
