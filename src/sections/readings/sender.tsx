import PhoneIphoneOutlined from '@mui/icons-material/PhoneIphoneOutlined';
import SensorsOutlined from '@mui/icons-material/SensorsOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import { useTranslate } from 'react-admin';
import type { ReadingSender, SenderType } from '#resources/protocol/readings/readings.ts';
import { useSenderName } from './meters/last-reading.ts';
import classes from './sender.module.css';

const ICONS = {
  meter: SensorsOutlined,
  resident: PhoneIphoneOutlined,
  employee: SupportAgentOutlined,
} as const satisfies Record<SenderType, typeof SensorsOutlined>;

/** Sender of values: an icon of the channel and the name (READ-10). */
export function Sender({ sender }: { sender: ReadingSender }) {
  const translate = useTranslate();
  const senderName = useSenderName();
  const Icon = ICONS[sender.type] ?? SupportAgentOutlined;
  const name = senderName(sender);
  const channel = translate(`readings.senders.${sender.type}`);
  return (
    <span className={classes.sender} title={channel} data-sender={sender.type}>
      <Icon aria-hidden />
      {name === channel ? null : <span className="sr-only">{channel}: </span>}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
