import { Avatar } from '#console/ui/display/avatar.tsx';
import type { CellProps } from '../field-props.ts';

/** Avatar of a person. */
export default function AvatarCell({ value }: CellProps<'avatar'>) {
  return <Avatar name="" picture={typeof value === 'string' ? value : null} size={28} />;
}
