import { RESOURCES } from '#resources/index.ts';
import { TEXT } from '#resources/limits.ts';

/** The fields of the product's sections whose bounds the specification gives. */
const BOUNDS = {
  'cameras.name': TEXT.cameraName,
  'employees.first_name': TEXT.personName,
  'employees.last_name': TEXT.personName,
  'residents.name': TEXT.personName,
  'residents.surname': TEXT.personName,
  // Ours: the specification gives a position no bound.
  'employees.position': { max: 100 },
  // As the database has it; only shown.
  'readings.flat': { max: 60 },
  'readings.sender': { max: 60 },
  'tasks.description': TEXT.taskDescription,
  'news.title': TEXT.newsTitle,
  'news.description': TEXT.newsContent,
} as const;

/** The bounds that a definition states of its own, by section and field. */
function stated(): Record<string, { min?: number | undefined; max?: number | undefined }> {
  const found: Record<string, { min?: number; max?: number }> = {};
  for (const { name, fields } of RESOURCES) {
    for (const [key, field] of Object.entries(fields)) {
      if (field.kind !== 'text' && field.kind !== 'long-text') continue;
      const { min, max } = field as { min?: number; max?: number };
      found[`${name}.${key}`] = { ...(min === undefined ? {} : { min }), ...(max === undefined ? {} : { max }) };
    }
  }
  return found;
}

describe('the bounds that definitions state', () => {
  test('CONST-06: are those of the specification, and no text of the product is without any', () => {
    expect(stated()).toEqual(BOUNDS);
  });
});
