import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';

/**
 * Input of a name in the data, applied on blur if it is valid. Needs the name as its React `key`, so that an undo resets it.
 * @param invalidText error text for an invalid name
 */
export function NameInput({
  name,
  label,
  help,
  invalidText,
  isValid,
  onRename,
}: {
  name: string;
  label: string;
  help?: string | null;
  invalidText: string;
  isValid: (name: string) => boolean;
  onRename: (name: string) => void;
}) {
  const id = useId();
  const [typedName, setTypedName] = useState(name);
  const isInvalid = typedName !== name && !isValid(typedName);
  const error = isInvalid ? invalidText : null;
  return (
    <FieldFrame id={id} label={label} error={error} help={help}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={typedName}
        error={isInvalid}
        inputProps={{ 'aria-describedby': describedBy(id, { error, help }), spellCheck: false }}
        onChange={({ target }) => setTypedName(target.value)}
        onBlur={() => {
          if (typedName !== name && !isInvalid) onRename(typedName);
        }}
      />
    </FieldFrame>
  );
}
