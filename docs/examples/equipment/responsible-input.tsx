import { AutocompleteInput, ReferenceInput } from 'react-admin';

/** Chooses an employee by typing a part of the name, with react-admin's own inputs. */
export default function ResponsibleInput() {
  return (
    <ReferenceInput source="responsible" reference="employees">
      <AutocompleteInput label="Ответственный" fullWidth />
    </ReferenceInput>
  );
}
