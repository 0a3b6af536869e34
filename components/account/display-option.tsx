/** A checkbox or radio button with a help text. */
interface OptionProps {
  kind: 'checkbox' | 'radio';
  name: string;
  checked: boolean;
  onChange: () => void;
  label: string;
  help: string;
}

export function Option({ kind, name, checked, onChange, label, help }: OptionProps) {
  return (
    <label className="target flex cursor-pointer items-start gap-3 py-1.5">
      <input type={kind} name={name} checked={checked} onChange={onChange} className="mt-1 size-4" />
      <span>
        <span className="block font-semibold">{label}</span>
        <span className="block text-ink-2">{help}</span>
      </span>
    </label>
  );
}
