/**
 * Parts of the product that an installation can switch off; the console learns them from the permissions answer. `services`:
 * performers and their kinds of work (B§2.9, B§6, `FEATURE_SERVICES`).
 */
export const FEATURES = ['services'] as const;
export type Feature = (typeof FEATURES)[number];

/** What is on; a server that does not say has everything (EMP-47). */
export type Features = Readonly<Partial<Record<Feature, boolean>>>;

/** Whether a part of the product is on. */
export function isOn(features: Features | null, feature: Feature | undefined): boolean {
  return feature === undefined || features?.[feature] !== false;
}
