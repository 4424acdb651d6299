import PhoneIphoneOutlined from '@mui/icons-material/PhoneIphoneOutlined';
import SensorsOutlined from '@mui/icons-material/SensorsOutlined';
import SupportAgentOutlined from '@mui/icons-material/SupportAgentOutlined';
import { useTranslate } from 'react-admin';
import type { ReadingSender, SenderType } from '#resources/protocol/readings/readings.ts';
import { useSenderName } from './meters/last-given.ts';
import classes from './sender.module.css';

const SIGNS = {
  meter: SensorsOutlined,
  resident: PhoneIphoneOutlined,
  employee: SupportAgentOutlined,
} as const satisfies Record<SenderType, typeof SensorsOutlined>;

/** The sender of values: the sign of the way they came and the name (READ-10). */
export function Sender({ sender }: { sender: ReadingSender }) {
  const translate = useTranslate();
  const senderName = useSenderName();
  const Sign = SIGNS[sender.type] ?? SupportAgentOutlined;
  const name = senderName(sender);
  const way = translate(`readings.senders.${sender.type}`);
  return (
    <span className={classes.sender} title={way} data-sender={sender.type}>
      <Sign aria-hidden />
      {name === way ? null : <span className="sr-only">{way}: </span>}
      <span className={classes.name}>{name}</span>
    </span>
  );
}
