import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './second-factor.module.css';

/** Modules around the code that scanners want to be empty. */
const QUIET = 2;

/** A QR code of a text, black on white in either theme: scanners of telephones read no other. */
export function QrCode({ value, name }: { value: string; name: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(value, { ecc: 'L', border: QUIET });
    const dark = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: dark.join('') };
  }, [value]);
  return (
    <svg
      className={classes.qr}
      viewBox={`0 0 ${size} ${size}`}
      shapeRendering="crispEdges"
      role="img"
      aria-label={name}
    >
      <rect width={size} height={size} fill="#fff" />
      <path d={path} fill="#000" />
    </svg>
  );
}

/** The key of an app in groups of four, as it is typed by hand. */
export function KeyText({ secret }: { secret: string }) {
  return <code className={classes.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>;
}
