/** A barcode with its number below. */
import { code128 } from './code-128';

/** Width of a module that common printers and handheld scanners support. */
const MODULE_MM = 0.33;
const HEIGHT_MM = 13;

interface BarcodeProps {
  text: string;
  /** Accessible name. */
  name: string;
}

export function Barcode({ text, name }: BarcodeProps) {
  const code = code128(text);
  if (!code) return null;
  const { width, bars } = code;
  return (
    <figure className="barcode">
      <svg
        role="img"
        aria-label={name}
        viewBox={`0 0 ${width} 1`}
        preserveAspectRatio="none"
        width={`${(width * MODULE_MM).toFixed(2)}mm`}
        height={`${HEIGHT_MM}mm`}
      >
        {/* Always black on white, for scanners. */}
        <rect width={width} height="1" fill="white" />
        <path d={bars.map((bar) => `M${bar.x} 0h${bar.width}v1h-${bar.width}z`).join('')} fill="black" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
