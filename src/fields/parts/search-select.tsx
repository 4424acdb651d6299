import Autocomplete from '@mui/material/Autocomplete';
import OutlinedInput from '@mui/material/OutlinedInput';
import { type HTMLAttributes, type ReactNode, useId } from 'react';
import { useTranslate } from 'react-admin';
import { FieldFrame } from '#console/ui/field-frame.tsx';
import { Reason } from '#console/ui/reason.tsx';
import type { FieldShell } from '../use-field.ts';

/** One thing that can be chosen. */
export interface Choice {
  id: number | string;
  /** What is shown in the box and searched in. */
  label: string;
  group?: string;
}

/** MUI gives the box of an Autocomplete paddings of its own; ours has those of every other box. */
const SAME_BOX = {
  '& .MuiOutlinedInput-root.MuiInputBase-root': { paddingBlock: 0, paddingLeft: 0 },
  '& .MuiOutlinedInput-root .MuiAutocomplete-input.MuiInputBase-input': { padding: '0 12px' },
} as const;

/** How a box looks that waits for something else; it can still be reached and read. */
const CLOSED = {
  backgroundColor: 'var(--sunken)',
  color: 'var(--faint)',
  '& input': { cursor: 'not-allowed' },
} as const;

/** Chooses one of many by typing; the empty texts are the specification's (SHELL-33). */
export function SearchSelect<Item extends Choice>({
  field,
  options,
  value,
  onValue,
  placeholder,
  loading = false,
  closed,
  drawn,
  onTyped,
}: {
  field: FieldShell;
  options: readonly Item[];
  value: Item['id'] | null;
  onValue: (id: Item['id'] | null) => void;
  placeholder: string;
  loading?: boolean;
  /** What is missing before anything can be chosen; greys the box and stands in it. */
  closed?: string | undefined;
  /** How an option is drawn in the list. */
  drawn?: (item: Item) => ReactNode;
  /** Told what is typed, by a list that the server searches: it offers what it is given then. */
  onTyped?: (typed: string) => void;
}) {
  const translate = useTranslate();
  const id = useId();
  const empty = options.length === 0 ? 'engine.list.nothingToChoose' : 'engine.list.noMatches';
  return (
    <FieldFrame {...field.frame}>
      <Autocomplete<Item, false, false, false>
        id={field.id}
        sx={SAME_BOX}
        options={[...options]}
        value={options.find((item) => item.id === value) ?? null}
        disabled={field.disabled}
        readOnly={closed !== undefined}
        forcePopupIcon={closed === undefined}
        loading={loading}
        loadingText={translate('ui.busy')}
        noOptionsText={translate(empty)}
        clearText={translate('ra.action.clear_input_value')}
        closeText={translate('ra.action.close')}
        openText={translate('ra.action.open')}
        autoHighlight
        handleHomeEndKeys
        {...(options.some((item) => item.group !== undefined) ? { groupBy: (item: Item) => item.group ?? '' } : {})}
        getOptionKey={(item) => item.id}
        getOptionLabel={(item) => item.label}
        isOptionEqualToValue={(item, chosen) => item.id === chosen.id}
        onChange={(_event, item) => onValue(item?.id ?? null)}
        onBlur={field.leave}
        {...(onTyped
          ? { onInputChange: (_event, typed) => onTyped(typed), filterOptions: (items: Item[]) => items }
          : {})}
        renderOption={({ key, ...rest }: HTMLAttributes<HTMLLIElement> & { key: unknown }, item) => (
          <li key={String(key)} {...rest}>
            {drawn ? drawn(item) : item.label}
          </li>
        )}
        renderInput={({ InputProps, inputProps, fullWidth }) => (
          <Reason reason={closed === undefined ? null : { title: closed }} id={id}>
            <OutlinedInput
              {...InputProps}
              fullWidth={fullWidth}
              error={field.error !== null}
              disabled={field.disabled}
              placeholder={closed ?? placeholder}
              {...(closed === undefined ? {} : { sx: CLOSED })}
              inputProps={{
                ...inputProps,
                ...field.aria,
                ...(closed === undefined
                  ? {}
                  : {
                      'aria-disabled': true,
                      'aria-describedby': `${field.aria['aria-describedby'] ?? ''} ${id}`.trim(),
                    }),
              }}
            />
          </Reason>
        )}
      />
    </FieldFrame>
  );
}
