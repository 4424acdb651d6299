import { useMemo } from 'react';
import { encode } from 'uqr';
import classes from './second-factor.module.css';

/** Width of the quiet zone that scanners require, modules. */
const QUIET_ZONE = 2;

/** A QR code, black on white in both themes, because phone scanners read nothing else. */
export function QrCode({ value, name }: { value: string; name: string }) {
  const { size, path } = useMemo(() => {
    const { data, size } = encode(value, { ecc: 'L', border: QUIET_ZONE });
    const darkModules = data.flatMap((row, y) => row.flatMap((isDark, x) => (isDark ? [`M${x} ${y}h1v1h-1z`] : [])));
    return { size, path: darkModules.join('') };
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

/** The secret of an authenticator app in groups of four, for typing it. */
export function KeyText({ secret }: { secret: string }) {
  return <code className={classes.key}>{secret.replace(/(.{4})(?=.)/g, '$1 ')}</code>;
}
