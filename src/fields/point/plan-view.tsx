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

/** Widths of the picture, shares of the frame that it stands in. */
const ZOOMS = [1, 1.5, 2, 3, 4] as const;

/** How far an arrow moves the point, a share of the picture; with Shift so far. */
const STEP = 0.02;
const FINE_STEP = 0.002;

const ARROWS: Readonly<Record<string, readonly [right: number, down: number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

const within = (share: number) => Math.min(1, Math.max(0, share));

/** Where a point is, for a tooltip and those who do not see it. */
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
  const sayWhere = usePointText();
  const [isBroken, setBroken] = useState(false);
  const source = (isBroken ? picture.previewUrl : picture.url) ?? picture.previewUrl;
  return (
    <>
      {source ? (
        <img
          className={classes.picture}
          src={source}
          alt={point ? sayWhere(picture, point) : picture.name}
          onError={() => setBroken(true)}
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

/**
 * Says that the plan did not come, and asks for it again.
 * @param isKept says too that the point of the form stays
 */
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
 * A picture with its point, to look at closely.
 * @param onPoint puts the point elsewhere; left out: it is only looked at
 * @param target what the point is put on by a press or by keys
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
  const frame = useRef<HTMLDivElement>(null);
  const lookedAt = useRef(point);
  lookedAt.current = point;
  const width = ZOOMS[zoom] ?? 1;

  // The point, or the middle, stays in the middle of the frame.
  useLayoutEffect(() => {
    const { current } = frame;
    if (!current || width === 1) return;
    const { x, y } = lookedAt.current ?? { x: 0.5, y: 0.5 };
    current.scrollLeft = x * current.scrollWidth - current.clientWidth / 2;
    current.scrollTop = y * current.scrollHeight - current.clientHeight / 2;
  }, [width]);

  const put = (x: number, y: number) => onPoint?.({ file: picture.file, x: within(x), y: within(y) });

  function press({ clientX, clientY, currentTarget, detail }: MouseEvent<HTMLButtonElement>): void {
    const { left, top, width: across, height } = currentTarget.getBoundingClientRect();
    // A key has no place of its own.
    if (detail > 0 && across > 0 && height > 0) put((clientX - left) / across, (clientY - top) / height);
    else if (!point) put(0.5, 0.5);
  }

  function move(event: KeyboardEvent): void {
    const arrow = ARROWS[event.key];
    if (!arrow) return;
    event.preventDefault();
    const step = event.shiftKey ? FINE_STEP : STEP;
    const { x, y } = point ?? { x: 0.5, y: 0.5 };
    put(x + arrow[0] * step, y + arrow[1] * step);
  }

  return (
    <div className={classes.view}>
      <div className={classes.frame} ref={frame}>
        <div className={classes.sheet} style={{ width: `${width * 100}%` }}>
          <MarkedPicture key={picture.file} picture={picture} point={point}>
            {onPoint ? (
              <button
                ref={target}
                type="button"
                className={classes.target}
                aria-label={translate('point.target')}
                onClick={press}
                onKeyDown={move}
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
