import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import { BuildingBox } from './box.tsx';

/** Input of one building, searched by street, number or complex. */
export default function BuildingInput(props: InputProps<'building'>) {
  const field = useField<number | null>(props);
  return <BuildingBox field={field} value={field.value} onValue={field.onChange} />;
}
