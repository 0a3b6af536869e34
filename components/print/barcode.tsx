/** A number as bars, for a scanner, and in digits below, for people. Drawn here, so that it stands on paper without scripts. */
import { code128 } from './code-128';

/** Of one module: what usual printers draw cleanly and scanners held in a hand read. */
const MODULE_MM = 0.33;
const HEIGHT_MM = 13;

interface BarcodeProps {
  text: string;
  /** What is encoded, for whoever does not see the bars. */
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
        {/* Black on white whatever the colors of the page are: scanners read nothing else. */}
        <rect width={width} height="1" fill="white" />
        <path d={bars.map((bar) => `M${bar.x} 0h${bar.width}v1h-${bar.width}z`).join('')} fill="black" />
      </svg>
      <figcaption>{text}</figcaption>
    </figure>
  );
}
