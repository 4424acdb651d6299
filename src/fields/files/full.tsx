import type { FileValue } from '#resources/language/kinds/files.ts';
import type { FullProps } from '../field-props.ts';
import { SetDifference } from '../parts/set-difference.tsx';

const filesOf = (value: unknown): FileValue[] => (Array.isArray(value) ? (value as FileValue[]) : []);
const keyOf = ({ id, realName }: FileValue) => id ?? realName;

/** Files by their names. */
export default function FullFiles({ value, other }: FullProps<'files'>) {
  const items = filesOf(value).map((file) => ({ key: keyOf(file), node: file.realName }));
  return <SetDifference items={items} others={new Set(filesOf(other).map(keyOf))} />;
}
