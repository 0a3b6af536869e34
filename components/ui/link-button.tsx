/** A link that looks like a button: for navigation, never for changes. */
import type { ComponentProps } from 'react';
import { buttonClass, type ButtonWeight } from './button';
import { TextLink } from './text-link';

interface LinkButtonProps extends ComponentProps<typeof TextLink> {
  weight?: ButtonWeight;
}

export function LinkButton({ weight = 'primary', className = '', ...rest }: LinkButtonProps) {
  return <TextLink className={buttonClass(weight, className)} {...rest} />;
}
