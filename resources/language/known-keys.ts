import type * as z from 'zod';

type Shape = z.core.$ZodType;
type Path = readonly PropertyKey[];

const valueAt = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** The union members that match the value's discriminator; all without a discriminator. */
function findMatchingOptions(
  shape: z.core.$ZodUnion | z.core.$ZodDiscriminatedUnion,
  value: unknown,
): readonly Shape[] {
  const { options } = shape._zod.def;
  if (!('discriminator' in shape._zod.def)) return options;
  const { discriminator } = shape._zod.def as z.core.$ZodDiscriminatedUnionDef;
  const discriminatorValue = valueAt(value, discriminator);
  return options.filter((option) =>
    (option._zod.propValues?.[discriminator] ?? new Set()).has(discriminatorValue as never),
  );
}

/** The keys that a schema allows at a path into a value; none if there is no object. */
export function findKnownKeys(shape: Shape, value: unknown, path: Path): string[] {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  const [key, ...rest] = path;
  if ('innerType' in def) return findKnownKeys(def.innerType, value, path);
  if (def.type === 'union') {
    return findMatchingOptions(shape as z.core.$ZodUnion, value).flatMap((option) =>
      findKnownKeys(option, value, path),
    );
  }
  if (def.type === 'object') {
    if (key === undefined) return Object.keys(def.shape);
    const inner = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
    return inner ? findKnownKeys(inner, valueAt(value, key), rest) : [];
  }
  if (key === undefined) return [];
  if (def.type === 'array') return findKnownKeys(def.element, valueAt(value, key), rest);
  return def.type === 'record' ? findKnownKeys(def.valueType, valueAt(value, key), rest) : [];
}
