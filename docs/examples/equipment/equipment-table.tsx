import {
  BulkDeleteButton,
  Datagrid,
  DateField,
  DateInput,
  EditButton,
  ExportButton,
  FilterButton,
  FilterForm,
  FunctionField,
  Pagination,
  ReferenceField,
  SearchInput,
  TextField,
  TopToolbar,
} from 'react-admin';

/** What the list offers to filter by. */
const FILTERS = [
  <SearchInput key="q" source="q" alwaysOn placeholder="Поиск" />,
  <DateInput key="inspected" source="inspected_lte" label="Осмотрено не позже" />,
];

/** The list of the section, drawn by react-admin's own table in the list context that the page gives. */
export default function EquipmentTable() {
  return (
    <div style={{ padding: '8px 24px 0', minWidth: 0 }}>
      <TopToolbar sx={{ justifyContent: 'space-between', alignItems: 'end', gap: 1, flexWrap: 'wrap', padding: 0 }}>
        <FilterForm filters={FILTERS} />
        <span>
          <FilterButton filters={FILTERS} />
          <ExportButton />
        </span>
      </TopToolbar>
      <Datagrid bulkActionButtons={<BulkDeleteButton mutationMode="undoable" />} rowClick={false}>
        <TextField source="name" label="Название" />
        <ReferenceField source="responsible.id" reference="employees" label="Ответственный" sortable={false} />
        <DateField source="inspected" label="Осмотрено" locales="ru" emptyText="—" />
        <FunctionField
          label="Проверок"
          sortable={false}
          render={(record: { checks?: unknown }) => (Array.isArray(record.checks) ? record.checks.length : 0)}
        />
        <EditButton />
      </Datagrid>
      <Pagination rowsPerPageOptions={[10, 50, 100]} />
    </div>
  );
}
