import { useTranslate } from 'react-admin';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import { Avatar } from '#console/ui/avatar.tsx';
import { fullName } from '../people.ts';
import { usePerformers } from '../performers.ts';
import classes from './create.module.css';
import { useFormField } from './use-form-field.ts';

interface Option {
  id: number;
  label: string;
  position: string | null;
  avatar: string | null;
}

/** Who is to do it; may be left for later (TASK-54, TASK-55). */
export function PerformerField({ building, service }: { building: number; service: number }) {
  const translate = useTranslate();
  const field = useFormField<number | null>('performer', translate('tasks.form.performer'), () => null);
  const { people } = usePerformers(building, service);
  const options = (people ?? []).map(
    (person): Option => ({
      id: person.user,
      label: fullName(person),
      position: person.position,
      avatar: person.avatar,
    }),
  );
  return (
    <SearchSelect<Option>
      field={field}
      options={options}
      value={field.value}
      onValue={field.set}
      loading={people === null}
      placeholder={translate('tasks.form.later')}
      drawn={({ label, position, avatar }) => (
        <span className={classes.option}>
          <Avatar name={label} picture={avatar} size={26} />
          <span className={classes.person}>
            {label}
            <small>{position}</small>
          </span>
        </span>
      )}
    />
  );
}
