import Rotate90DegreesCw from '@mui/icons-material/Rotate90DegreesCwOutlined';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import EasyCropper from 'react-easy-crop';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './avatar.module.css';
import { drawSquare, type Square } from './picture.ts';
import type { View } from './view.ts';

/** How far one may look into the picture. */
const ZOOM = { min: 1, max: 4, step: 0.05 } as const;
/** Edges of the previews, CSS pixels: the profile's and the menu's. */
const PREVIEWS = [88, 32] as const;

/** The chosen square of a picture. */
export interface Choice {
  square: Square;
  /** Clockwise. */
  degrees: number;
}

/**
 * Chooses a square of a picture: moved, zoomed and turned under a round window, with a preview (PROF-08).
 * @param from how one looks at it at first
 * @param onView told of every change of that
 */
export default function Cropper({
  picture,
  from,
  onChoice,
  onView,
}: {
  picture: HTMLImageElement;
  from: View;
  onChoice: (choice: Choice) => void;
  onView: (view: View) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [crop, setCrop] = useState(from.crop);
  const [zoom, setZoom] = useState(from.zoom);
  const [degrees, setDegrees] = useState(from.degrees);
  const [square, setSquare] = useState<Square | null>(null);
  useEffect(() => onView({ crop, zoom, degrees }), [onView, crop, zoom, degrees]);
  return (
    <div className={classes.cropper}>
      <div className={classes.area}>
        <EasyCropper
          image={picture.src}
          crop={crop}
          zoom={zoom}
          rotation={degrees}
          aspect={1}
          minZoom={ZOOM.min}
          maxZoom={ZOOM.max}
          cropShape="round"
          showGrid={false}
          objectFit="cover"
          onCropChange={setCrop}
          onZoomChange={setZoom}
          onCropAreaChange={(_percent, pixels) => {
            setSquare(pixels);
            onChoice({ square: pixels, degrees });
          }}
          cropperProps={{ role: 'group', 'aria-label': translate('profile.avatar.area') }}
        />
      </div>
      <div className={classes.tools}>
        <div className={classes.zoom}>
          <label htmlFor={id}>{translate('profile.avatar.zoom')}</label>
          <input
            id={id}
            type="range"
            {...ZOOM}
            value={zoom}
            aria-valuetext={translate('profile.avatar.zoomValue', { percent: Math.round(zoom * 100) })}
            onChange={({ target }) => setZoom(Number(target.value))}
          />
        </div>
        <ActionButton icon={<Rotate90DegreesCw aria-hidden />} onClick={() => setDegrees((degrees + 90) % 360)}>
          {translate('profile.avatar.rotate')}
        </ActionButton>
        <figure className={classes.preview}>
          <figcaption>{translate('profile.avatar.preview')}</figcaption>
          {PREVIEWS.map((edge) => (
            <Preview key={edge} edge={edge} picture={picture} square={square} degrees={degrees} />
          ))}
        </figure>
      </div>
    </div>
  );
}

function Preview({
  edge,
  picture,
  square,
  degrees,
}: {
  edge: number;
  picture: HTMLImageElement;
  square: Square | null;
  degrees: number;
}) {
  const canvas = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    if (canvas.current && square) drawSquare(canvas.current, picture, square, degrees);
  }, [picture, square, degrees]);
  // Twice the pixels, for screens that have them.
  return <canvas ref={canvas} width={edge * 2} height={edge * 2} style={{ width: edge, height: edge }} aria-hidden />;
}
