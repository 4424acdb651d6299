import { Avatar } from '#console/ui/display/avatar.tsx';
import type { CellProps } from '../field-props.ts';

/** A person's picture. */
export default function AvatarCell({ value }: CellProps<'avatar'>) {
  return <Avatar name="" picture={typeof value === 'string' ? value : null} size={28} />;
}
