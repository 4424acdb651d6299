/** Position, zoom and rotation of a picture in the cropper. */
export interface CropView {
  /** Offset of the picture, CSS pixels. */
  crop: { x: number; y: number };
  /** At 1 the picture fills the area. */
  zoom: number;
  /** Rotation, clockwise. */
  degrees: number;
}

/** Initial view of a picture: centred, not zoomed. */
export const INITIAL_CROP_VIEW: CropView = { crop: { x: 0, y: 0 }, zoom: 1, degrees: 0 };

/** Whether a stored value is a view. */
export function isCropView(value: unknown): value is CropView {
  if (typeof value !== 'object' || value === null) return false;
  const { crop, zoom, degrees } = value as Partial<CropView>;
  return [crop?.x, crop?.y, zoom, degrees].every(Number.isFinite);
}
