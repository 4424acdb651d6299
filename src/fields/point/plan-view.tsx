import '#i18n/point-texts.ts';
import Place from '@mui/icons-material/Place';
import ZoomIn from '@mui/icons-material/ZoomIn';
import ZoomOut from '@mui/icons-material/ZoomOut';
import {
  type KeyboardEvent,
  type MouseEvent,
  type ReactNode,
  type Ref,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { useTranslate } from 'react-admin';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import type { PointValue } from '#resources/language/kinds/point.ts';
import type { PlanPicture } from './plan-pictures.ts';
import classes from './point.module.css';

/** Widths of the picture relative to its frame. */
const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** Distance by which an arrow key moves the point, as a share of the picture; `FINE_STEP` with Shift. */
const STEP = 0.02;
const FINE_STEP = 0.002;

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const clampShare = (share: number) => Math.min(1, Math.max(0, share));

/** Returns a function that describes the position of a point, for tooltips and screen readers. */
export function usePointText(): (picture: Pick<PlanPicture, 'name'>, point: PointValue) => string {
  const translate = useTranslate();
  const percent = (share: number) => String(Math.round(share * 1000) / 10).replace('.', ',');
  return ({ name }, { x, y }) => translate('point.at', { name, x: percent(x), y: percent(y) });
}

/** A picture with its point. */
export function MarkedPicture({
  picture,
  point,
  children,
}: {
  picture: PlanPicture;
  point: PointValue | null;
  children?: ReactNode;
}) {
  const describePoint = usePointText();
  const [isBroken, setIsBroken] = useState(false);
  const source = (isBroken ? picture.previewUrl : picture.url) ?? picture.previewUrl;
  return (
    <>
      {source ? (
        <img
          className={classes.picture}
          src={source}
          alt={point ? describePoint(picture, point) : picture.name}
          onError={() => setIsBroken(true)}
        />
      ) : null}
      {children}
      {point ? (
        <span className={classes.marker} style={{ left: `${point.x * 100}%`, top: `${point.y * 100}%` }} aria-hidden>
          <Place />
        </span>
      ) : null}
    </>
  );
}

/** Error message for a plan that failed to load, with a retry button. @param isKept also says that the form keeps the point */
export function PlanNotLoaded({ onRetry, isKept = false }: { onRetry: () => void; isKept?: boolean }) {
  const translate = useTranslate();
  return (
    <div className={classes.notLoaded} role="alert">
      <span>
        {isKept ? `${translate('point.notLoaded')} ${translate('point.kept')}` : translate('point.notLoaded')}
      </span>
      <ActionButton size="sm" onClick={onRetry}>
        {translate('point.retry')}
      </ActionButton>
    </div>
  );
}

/**
 * A zoomable picture with its point.
 * @param onPoint sets the point; omitted: read-only
 * @param target ref of the button that sets the point by click or keys
 */
export function PlanView({
  picture,
  point,
  onPoint,
  target,
}: {
  picture: PlanPicture;
  point: PointValue | null;
  onPoint?: (point: PointValue) => void;
  target?: Ref<HTMLButtonElement>;
}) {
  const translate = useTranslate();
  const [zoom, setZoom] = useState(0);
  const frameRef = useRef<HTMLDivElement>(null);
  const pointRef = useRef(point);
  pointRef.current = point;
  const width = ZOOMS[zoom] ?? 1;

  // Keeps the point, or the centre, in the middle of the frame.
  useLayoutEffect(() => {
    const { current } = frameRef;
    if (!current || width === 1) return;
    const { x, y } = pointRef.current ?? { x: 0.5, y: 0.5 };
    current.scrollLeft = x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = y * current.scrollHeight - current.clientHeight / 2;
  }, [width]);

  const setPoint = (x: number, y: number) => onPoint?.({ file: picture.file, x: clampShare(x), y: clampShare(y) });

  function onPress({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLButtonElement>): void {
    const box = currentTarget.getBoundingClientRect();
    // A click by keyboard has no position.
    if (detail > 0 && box.width > 0 && box.height > 0)
      setPoint((clientX - box.left) / box.width, (clientY - box.top) / box.height);
    else if (!point) setPoint(0.5, 0.5);
  }

  function onKeyDown(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? FINE_STEP : STEP;
    const { x, y } = point ?? { x: 0.5, y: 0.5 };
    setPoint(x + arrow[0] * step, y + arrow[1] * step);
  }

  return (
    <div className={classes.view}>
      <div className={classes.frame} ref={frameRef}>
        <div className={classes.sheet} style={{ width: `${width * 100}%` }}>
          <MarkedPicture key={picture.file} picture={picture} point={point}>
            {onPoint ? (
              <button
                ref={target}
                type="button"
                className={classes.target}
                aria-label={translate('point.target')}
                onClick={onPress}
                onKeyDown={onKeyDown}
              />
            ) : null}
          </MarkedPicture>
        </div>
      </div>
      <div className={classes.tools}>
        <IconButton label={translate('point.smaller')} onClick={() => setZoom(Math.max(0, zoom - 1))}>
          <ZoomOut fontSize="small" />
        </IconButton>
        <IconButton label={translate('point.larger')} onClick={() => setZoom(Math.min(ZOOMS.length - 1, zoom + 1))}>
          <ZoomIn fontSize="small" />
        </IconButton>
      </div>
    </div>
  );
}
