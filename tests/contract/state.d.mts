/** The answer shapes that the documents leave open: of each, the variants, the usual one first. */
export const SHAPES: Readonly<Record<string, readonly [string, ...string[]]>>;
