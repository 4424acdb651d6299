import type * as z from 'zod';

type Shape = z.core.$ZodType;
type Path = readonly PropertyKey[];

const valueAt = (value: unknown, key: PropertyKey): unknown =>
  typeof value === 'object' && value !== null ? Reflect.get(value, key) : undefined;

/** Of the shapes that a value may have those that its discriminator names, or all where none does. */
function meantShapes(shape: z.core.$ZodUnion | z.core.$ZodDiscriminatedUnion, value: unknown): readonly Shape[] {
  const { options } = shape._zod.def;
  if (!('discriminator' in shape._zod.def)) return options;
  const { discriminator } = shape._zod.def as z.core.$ZodDiscriminatedUnionDef;
  const said = valueAt(value, discriminator);
  return options.filter((option) => (option._zod.propValues?.[discriminator] ?? new Set()).has(said as never));
}

/** The keys that a shape knows at a path into a value; none where no object stands there. */
export function keysAt(shape: Shape, value: unknown, path: Path): string[] {
  const { def } = (shape as z.core.$ZodTypes)._zod;
  const [key, ...rest] = path;
  if ('innerType' in def) return keysAt(def.innerType, value, path);
  if (def.type === 'union') {
    return meantShapes(shape as z.core.$ZodUnion, value).flatMap((option) => keysAt(option, value, path));
  }
  if (def.type === 'object') {
    if (key === undefined) return Object.keys(def.shape);
    const inner = Object.hasOwn(def.shape, key) ? def.shape[String(key)] : undefined;
    return inner ? keysAt(inner, valueAt(value, key), rest) : [];
  }
  if (key === undefined) return [];
  if (def.type === 'array') return keysAt(def.element, valueAt(value, key), rest);
  return def.type === 'record' ? keysAt(def.valueType, valueAt(value, key), rest) : [];
}
