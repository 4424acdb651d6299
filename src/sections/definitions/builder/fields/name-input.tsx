import OutlinedInput from '@mui/material/OutlinedInput';
import { useId, useState } from 'react';
import { describedBy, FieldFrame } from '#console/ui/inputs/field-frame.tsx';

/**
 * The name of something in the data, taken over once it is typed and sound. Its key has to be the name: a step back brings that
 * into the input.
 * @param mistake what is said of a name that cannot be taken
 */
export function NameInput({
  name,
  label,
  help,
  mistake,
  isSound,
  onNamed,
}: {
  name: string;
  label: string;
  help?: string | null;
  mistake: string;
  isSound: (name: string) => boolean;
  onNamed: (name: string) => void;
}) {
  const id = useId();
  const [typedName, setTypedName] = useState(name);
  const isBad = typedName !== name && !isSound(typedName);
  const error = isBad ? mistake : null;
  return (
    <FieldFrame id={id} label={label} error={error} help={help}>
      <OutlinedInput
        id={id}
        fullWidth
        size="small"
        value={typedName}
        error={isBad}
        inputProps={{ 'aria-describedby': describedBy(id, { error, help }), spellCheck: false }}
        onChange={({ target }) => setTypedName(target.value)}
        onBlur={() => {
          if (typedName !== name && !isBad) onNamed(typedName);
        }}
      />
    </FieldFrame>
  );
}
