import { ArrayInput, Button, FormDataConsumer, SimpleFormIterator, TextInput, useNotify } from 'react-admin';
import { useFormContext } from 'react-hook-form';

/** What is checked at every inspection unless it is changed. */
const USUAL = ['Внешний осмотр', 'Шум и вибрация', 'Крепления'];

/** A list of checks, line by line, with a button that fills in the usual ones. */
export default function ChecksInput() {
  const notify = useNotify();
  const { setValue } = useFormContext();
  return (
    <>
      <ArrayInput source="checks" label="Что проверить">
        <SimpleFormIterator inline disableReordering>
          <TextInput source="" label="Пункт" helperText={false} />
        </SimpleFormIterator>
      </ArrayInput>
      <FormDataConsumer>
        {({ formData }) =>
          formData.checks?.length ? null : (
            <Button
              label="Обычный набор"
              onClick={() => {
                setValue('checks', USUAL, { shouldDirty: true });
                notify('Добавлен обычный набор проверок', { type: 'info' });
              }}
            />
          )
        }
      </FormDataConsumer>
    </>
  );
}
