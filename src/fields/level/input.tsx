import { FieldFrame } from '#console/ui/inputs/field-frame.tsx';
import type { InputProps } from '../field-props.ts';
import { OptionGroup } from '../parts/option-group.tsx';
import { useField } from '../use-field.ts';
import { useLevelOptions } from './cell.tsx';

/** Input of an access level for one section. */
export default function LevelInput(props: InputProps<'level'>) {
  const field = useField<string | null>(props);
  return (
    <FieldFrame {...field.frame} group>
      <OptionGroup
        name={field.id}
        look="segments"
        options={useLevelOptions(props.field.section)}
        value={field.value}
        invalid={field.error !== null}
        disabled={field.disabled}
        onChange={field.onChange}
        onBlur={field.onBlur}
      />
    </FieldFrame>
  );
}
