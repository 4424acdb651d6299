/**
 * Parts of the product that an installation can switch off; the console learns them from the permissions answer. `services`:
 * performers and their kinds of work (B§2.9, B§6, `FEATURE_SERVICES`).
 */
export const FEATURES = ['services'] as const;
export type Feature = (typeof FEATURES)[number];

/**
 * Additions of ours that the console asks for only where the server says that it has them (G-69). `exports`: files that are
 * saved are written down. `sessions`: the list of one's own sessions. `live`: tickets for sockets and `/ws/notifications`.
 * `tasks`: what a board missed, any number of requests at once, neighbours of a moved card, undo, deadlines and comments.
 * `missing`: flats that have sent no readings, found by the server. `sort`: its lists are sorted by it.
 */
export const ADDITIONS = ['exports', 'sessions', 'live', 'tasks', 'missing', 'sort'] as const;
export type Addition = (typeof ADDITIONS)[number];

/** What is on; a server that does not say has everything of `FEATURES` (EMP-47) and nothing of `ADDITIONS`. */
export type Features = Readonly<Partial<Record<Feature | Addition, boolean>>>;

/** Whether a part of the product is on. */
export function isOn(features: Features | null, feature: Feature | undefined): boolean {
  return feature === undefined || features?.[feature] !== false;
}

/** Whether the server has said that it has an addition. */
export function has(features: Features | null, addition: Addition): boolean {
  return features?.[addition] === true;
}

/** Whether a form asks for a field: one that is an addition of ours only where the server has it. */
export const isAsked = (features: Features | null, { addition }: { addition?: Addition | undefined }): boolean =>
  addition === undefined || has(features, addition);

/** What a server with every addition says, as the one in the box does. */
export const EVERY_ADDITION = Object.fromEntries(ADDITIONS.map((addition) => [addition, true])) as Record<
  Addition,
  true
>;
