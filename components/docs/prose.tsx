/** Renders code between backquotes, and links such as `[words](address)`. */
import { TextLink } from '../ui/text-link';

const PARTS = /(`[^`]*`|\[[^\]]*\]\([^)\s]*\))/;

export function Prose({ text }: { text: string }) {
  return (
    <>
      {text.split(PARTS).map((part, index) => (
        <Part key={index} text={part} />
      ))}
    </>
  );
}

function Part({ text }: { text: string }) {
  if (text.startsWith('`')) return <code>{text.slice(1, -1)}</code>;
  const link = /^\[([^\]]*)\]\(([^)]*)\)$/.exec(text);
  return link ? <TextLink href={link[2]!}>{link[1]}</TextLink> : <span>{text}</span>;
}
