import '#i18n/tables-texts.ts';
import TableRowsOutlined from '@mui/icons-material/TableRowsOutlined';
import Menu from '@mui/material/Menu';
import MenuItem from '@mui/material/MenuItem';
import { useRef, useState } from 'react';
import { useTranslate } from 'react-admin';
import { IconButton } from '#console/ui/buttons/icon-button.tsx';
import { announce } from '#console/ui/states/announce.ts';
import { groupingFields } from '#resources/language/groups.ts';
import { useFieldLabel } from '../../field-part.tsx';
import { useResource } from '../../resource-context.tsx';
import { useGrouping } from './grouping.ts';
import { useHasGroups } from './has-groups.ts';

/** Button with a menu of the fields by which the table can be grouped. Loaded lazily. */
export default function ListGroups() {
  return useHasGroups(useResource()) ? <GroupsMenu /> : null;
}

function GroupsMenu() {
  const resource = useResource();
  const translate = useTranslate();
  const label = useFieldLabel();
  const button = useRef<HTMLButtonElement>(null);
  const [isOpen, setIsOpen] = useState(false);
  const { groupBy, choose } = useGrouping(resource);
  const selectField = (name: string | null) => {
    choose(name);
    setIsOpen(false);
    announce(name ? translate('tables.groups.by', { label: label(resource, name) }) : translate('tables.groups.flat'));
  };
  return (
    <>
      <IconButton label={translate('tables.groups.title')} onClick={() => setIsOpen(true)} ref={button}>
        <TableRowsOutlined />
      </IconButton>
      <Menu
        open={isOpen}
        anchorEl={button.current}
        onClose={() => setIsOpen(false)}
        anchorOrigin={{ vertical: 'bottom', horizontal: 'right' }}
        transformOrigin={{ vertical: 'top', horizontal: 'right' }}
        slotProps={{ list: { 'aria-label': translate('tables.groups.title') } }}
      >
        {[null, ...groupingFields(resource)].map((name) => (
          <MenuItem
            key={name ?? ''}
            role="menuitemradio"
            aria-checked={groupBy === name}
            selected={groupBy === name}
            onClick={() => selectField(name)}
          >
            {name === null ? translate('tables.groups.none') : label(resource, name)}
          </MenuItem>
        ))}
      </Menu>
    </>
  );
}
