import type { ComponentProps } from 'react';
import classes from './native-file.module.css';

/**
 * An invisible native file input over its whole parent, which must be `position: relative` and show the focus. The same file can
 * be selected again.
 */
export function NativeFile({
  onFiles,
  ...input
}: Omit<ComponentProps<'input'>, 'type' | 'className' | 'onChange'> & { onFiles: (files: File[]) => void }) {
  return (
    <input
      {...input}
      type="file"
      className={classes.native}
      onChange={({ target }) => {
        const files = [...(target.files ?? [])];
        target.value = '';
        if (files.length > 0) onFiles(files);
      }}
    />
  );
}
