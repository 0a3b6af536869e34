/** Who is signed in, and the way out. A native fold-out: opens without scripts. */
import { word } from '../format/words';
import { Icon } from '../ui/icons';
import { SignOutForm } from './sign-out-form';
import type { FrameView } from './top-bar';

export function PersonMenu({ frame }: { frame: FrameView }) {
  return (
    <details className="group relative ml-auto md:ml-0">
      <summary className="flex min-h-12 items-center gap-1.5 px-1 font-medium hover:underline">
        <Icon name="person" />
        <span className="max-w-40 truncate max-sm:sr-only">{frame.person}</span>
        <Icon name="chevron" className="size-3 shrink-0 group-open:rotate-180" />
      </summary>
      <div className="absolute right-0 z-30 w-64 rounded border-2 border-ink bg-paper p-3 text-ink">
        <p className="font-semibold">{frame.person}</p>
        <p className="truncate text-sm text-ink-2">{frame.email}</p>
        <p className="mb-3 text-sm text-ink-2">
          {word('role', frame.role)}, {frame.organisation}
        </p>
        <SignOutForm />
      </div>
    </details>
  );
}
