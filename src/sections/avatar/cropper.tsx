import Rotate90DegreesCw from '@mui/icons-material/Rotate90DegreesCwOutlined';
import { useEffect, useId, useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import EasyCropper from 'react-easy-crop';
import { ActionButton } from '#console/ui/buttons/action-button.tsx';
import classes from './avatar.module.css';
import { drawSquare, type Square } from './picture.ts';
import type { CropView } from './view.ts';

/** Range of the zoom slider; 1 fills the area. */
const ZOOM = { min: 1, max: 4, step: 0.05 } as const;
/** Edges of the previews as in the profile and in the menu, CSS pixels. */
const PREVIEWS = [88, 32] as const;

/** The chosen square of a picture. */
export interface CropChoice {
  square: Square;
  /** Rotation, clockwise. */
  degrees: number;
}

/**
 * Crops a square of a picture by moving, zooming and rotating it under a round frame, with previews (PROF-08).
 * @param initialView initial position, zoom and rotation
 * @param onView called with every change of position, zoom or rotation
 */
export default function Cropper({
  picture,
  initialView,
  onChoice,
  onView,
}: {
  picture: HTMLImageElement;
  initialView: CropView;
  onChoice: (choice: CropChoice) => void;
  onView: (view: CropView) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const [crop, setCrop] = useState(initialView.crop);
  const [zoom, setZoom] = useState(initialView.zoom);
  const [degrees, setDegrees] = useState(initialView.degrees);
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
  // Twice the pixels, for high-density screens.
  return <canvas ref={canvas} width={edge * 2} height={edge * 2} style={{ width: edge, height: edge }} aria-hidden />;
}
