/** Shapes of answers that the documents leave open (`SHAPES` of the contract server): the name of one, and how it answers. */
export type Shapes = Readonly<Record<string, string>>;

/** The sets of shapes in which journeys are walked: each shape in at least one of them. */
export const SHAPE_SETS = {
  plain: {},
  varied: {
    answer: 'data',
    lists: 'page',
    next: 'relative',
    order: 'string',
    task_target: 'flat',
    floor_porch: 'object',
    news_target: 'object',
    previews: 'data',
  },
  ids: { task_target: 'id', previews: 'results' },
  listed: { previews: 'list' },
} as const satisfies Readonly<Record<string, Shapes>>;
