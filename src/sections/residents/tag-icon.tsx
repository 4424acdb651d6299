import ApartmentOutlined from '@mui/icons-material/ApartmentOutlined';
import DoorFrontOutlined from '@mui/icons-material/DoorFrontOutlined';
import HomeWorkOutlined from '@mui/icons-material/HomeWorkOutlined';
import LayersOutlined from '@mui/icons-material/LayersOutlined';
import MeetingRoomOutlined from '@mui/icons-material/MeetingRoomOutlined';
import PersonOutlined from '@mui/icons-material/PersonOutlined';
import PhoneOutlined from '@mui/icons-material/PhoneOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import type { TagObject } from '#resources/protocol/search/search.ts';

const ICONS = {
  complex: HomeWorkOutlined,
  building: ApartmentOutlined,
  resident: PersonOutlined,
  porch: DoorFrontOutlined,
  unit: MeetingRoomOutlined,
  pipe: PlumbingOutlined,
  floor: LayersOutlined,
  phone: PhoneOutlined,
} as const satisfies Record<TagObject, typeof PhoneOutlined>;

/** Icon of the kind of a tag. */
export function TagIcon({ object }: { object: TagObject }) {
  const Icon = ICONS[object];
  return <Icon aria-hidden />;
}
