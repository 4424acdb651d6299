import CleaningServicesOutlined from '@mui/icons-material/CleaningServicesOutlined';
import DeviceThermostatOutlined from '@mui/icons-material/DeviceThermostatOutlined';
import ElectricBoltOutlined from '@mui/icons-material/ElectricBoltOutlined';
import ElevatorOutlined from '@mui/icons-material/ElevatorOutlined';
import FormatPaintOutlined from '@mui/icons-material/FormatPaintOutlined';
import HandymanOutlined from '@mui/icons-material/HandymanOutlined';
import KeyOutlined from '@mui/icons-material/KeyOutlined';
import ParkOutlined from '@mui/icons-material/ParkOutlined';
import PlumbingOutlined from '@mui/icons-material/PlumbingOutlined';
import type { SvgIconProps } from '@mui/material/SvgIcon';
import type { ComponentType } from 'react';

/** Signs of services by the name the wire has for them. */
const ICONS: Readonly<Record<string, ComponentType<SvgIconProps>>> = {
  plumbing: PlumbingOutlined,
  bolt: ElectricBoltOutlined,
  elevator: ElevatorOutlined,
  cleaning: CleaningServicesOutlined,
  key: KeyOutlined,
  'format-paint': FormatPaintOutlined,
  park: ParkOutlined,
  thermostat: DeviceThermostatOutlined,
};

/** The sign of a service; a hammer for one that came later than this list. Decorative: the name stands beside it. */
export function ServiceIcon({ name, size = 18 }: { name: string; size?: number }) {
  const Drawn = (Object.hasOwn(ICONS, name) && ICONS[name]) || HandymanOutlined;
  return <Drawn aria-hidden sx={{ fontSize: size, flex: 'none' }} />;
}
