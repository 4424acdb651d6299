import { type ReactNode, useEffect, useState } from 'react';
import { useTranslate } from 'react-admin';
import classes from './states.module.css';

/** A grey bar with the size of the expected content. Numbers are CSS pixels. */
export function Skeleton({
  width = '100%',
  height = 12,
  radius = 6,
}: {
  width?: number | string;
  height?: number | string;
  radius?: number | string;
}) {
  return <span className={classes.bone} style={{ width, height, borderRadius: radius }} />;
}

/**
 * Shows its children after 150 ms, since content that loads sooner needs no skeleton. Tells screen readers that it is loading.
 */
export function Delayed({ ms = 150, children }: { ms?: number; children: ReactNode }) {
  const translate = useTranslate();
  const [isShown, setIsShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setIsShown(true), ms);
    return () => clearTimeout(timer);
  }, [ms]);
  return (
    <div aria-busy="true">
      <span className="sr-only">{translate('ui.busy')}</span>
      {isShown ? children : null}
    </div>
  );
}
