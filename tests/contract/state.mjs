import { seed } from './seed.mjs';

export const CODE = '123456';
export const COOLDOWN = Number(process.env.COOLDOWN ?? 5);

// Shapes the documents do not show; switchable by POST /__test/shape so a journey can try each.
export const SHAPES = {
  next: ['absolute', 'relative'],
  lists: ['list', 'page'],
  order: ['number', 'string'],
  task_target: ['nested', 'flat', 'id'],
  // Answers of reading calls; what a write answers is shown by the documents.
  answer: ['bare', 'data'],
  floor_porch: ['id', 'object'],
  news_target: ['id', 'object'],
  previews: ['keyed', 'data', 'results', 'list'],
};
export let state;
export function reset() {
  for (const { ws } of state?.connections ?? []) ws.close(1001);
  state = {
    data: seed(),
    deviations: [],
    log: [],
    fails: [],
    delays: [],
    shapes: Object.fromEntries(Object.entries(SHAPES).map(([k, v]) => [k, v[0]])),
    sms: new Map(),
    nextLinks: new Set(),
    connections: new Set(),
    // The day of the month that readings are taken by, where a test sets one.
    day: null,
    // Writes an answer in another way, where a test sets one.
    vary: null,
    seq: 1000,
    n: 0,
  };
}
reset();
export const shapeOf = (k) => state.shapes[k];
export const id = () => ++state.seq;
