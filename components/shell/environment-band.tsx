/** The band that marks a sandbox organization on every page, in words and by hatching. */
export function EnvironmentBand() {
  return (
    <aside
      aria-label="Environment"
      className="hatched border-b border-abnormal px-4 text-center text-sm leading-6 font-bold tracking-wide text-abnormal"
    >
      TEST <span className="font-medium tracking-normal">Sandbox data, not for patient care</span>
    </aside>
  );
}
