import { RESOURCES } from '#resources/index.ts';
import { TEXT } from '#resources/limits.ts';

/** The fields of the product's sections whose bounds the specification gives. */
const BOUNDS = {
  'cameras.name': TEXT.cameraName,
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
