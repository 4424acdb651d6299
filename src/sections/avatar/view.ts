/** How one looks at a picture to choose a square of it. */
export interface View {
  /** By how much it is moved, CSS pixels of the area. */
  crop: { x: number; y: number };
  /** 1: the picture fills the area. */
  zoom: number;
  /** Clockwise. */
  degrees: number;
}

/** How one looks at a picture at first. */
export const WHOLE: View = { crop: { x: 0, y: 0 }, zoom: 1, degrees: 0 };

/** Whether a stored value is a view. */
export function isView(value: unknown): value is View {
  if (typeof value !== 'object' || value === null) return false;
  const { crop, zoom, degrees } = value as Partial<View>;
  return [crop?.x, crop?.y, zoom, degrees].every(Number.isFinite);
}
