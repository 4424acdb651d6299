import { useTranslate } from 'react-admin';
import { SearchSelect } from '#console/fields/parts/search-select.tsx';
import type { ServiceItem } from '#resources/protocol/services.ts';
import { useServices } from '../filter-bar.tsx';
import { ServiceIcon } from '../service-icon.tsx';
import classes from './create.module.css';
import { useFormField } from './use-form-field.ts';

interface Option extends ServiceItem {
  label: string;
}

/** What kind of help is needed (TASK-53). */
export function ServiceField({ building }: { building: number }) {
  const translate = useTranslate();
  const field = useFormField<number | null>(
    'service',
    translate('tasks.form.service'),
    (value) => (value ? null : 'validation.service'),
    true,
  );
  const services = useServices([building]);
  const options = services.map((service): Option => ({ ...service, label: service.name }));
  return (
    <SearchSelect<Option>
      field={field}
      options={options}
      value={field.value}
      onValue={field.set}
      placeholder={translate('tasks.form.chooseService')}
      drawn={({ icon, name }) => (
        <span className={classes.option}>
          <ServiceIcon name={icon} />
          {name}
        </span>
      )}
    />
  );
}
