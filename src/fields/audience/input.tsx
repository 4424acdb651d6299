import type { AudienceValue } from '#resources/language/kinds/audience.ts';
import type { InputProps } from '../field-props.ts';
import { useField } from '../use-field.ts';
import { SearchSelect } from '../parts/search-select.tsx';

/** Whom a record is for (NEWS-31…37). */
export default function AudienceInput(props: InputProps<'audience'>) {
  const field = useField<AudienceValue>(props);
  return <SearchSelect field={field} options={[]} value={null} onValue={() => undefined} placeholder="" />;
}
