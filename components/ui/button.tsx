/** Weights of buttons. None is red, even those that delete something: red is reserved for critical results. */
import type { ButtonHTMLAttributes, Ref } from 'react';

export type ButtonWeight = 'primary' | 'destructive' | 'secondary' | 'quiet';

const BASE =
  'target inline-flex items-center justify-center gap-2 rounded border font-semibold no-underline select-none';
const WEIGHTS: Record<ButtonWeight, string> = {
  primary: 'min-h-10 px-3.5 border-accent bg-accent text-paper hover:bg-accent-strong hover:text-paper',
  destructive: 'min-h-10 px-3.5 border-ink bg-ink text-paper hover:bg-ink-2 hover:text-paper',
  secondary:
    'min-h-10 px-3.5 border-control bg-paper text-ink hover:border-ink hover:bg-canvas hover:text-ink',
  quiet:
    'quiet-action min-h-8 border-transparent bg-transparent px-2 font-medium text-accent underline decoration-auto underline-offset-auto hover:bg-accent-tint',
};

export function buttonClass(weight: ButtonWeight = 'primary', extra = ''): string {
  return `${BASE} ${WEIGHTS[weight]} disabled:border-line disabled:bg-canvas disabled:text-ink-2 aria-disabled:opacity-70 ${extra}`;
}

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  weight?: ButtonWeight;
  ref?: Ref<HTMLButtonElement>;
}

export function Button({ weight = 'primary', type = 'button', className = '', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(weight, className)} {...rest} />;
}
