import { firstLetter } from '#console/ui/display/avatar.tsx';
import '#i18n/readings-page-texts.ts';
import { useTranslate } from 'react-admin';
import type { FlatReadings } from '#resources/protocol/readings/reading-answers.ts';
import type { ReadingSender } from '#resources/protocol/readings/readings.ts';
import type { MeterType } from '#resources/rules/readings/meters.ts';

/** The last value of a meter before this month. */
export interface LastReading {
  /** Six digits. */
  value: string;
  /** MMYYYY; null if the server does not send it. */
  month: string | null;
  sender: ReadingSender;
  /** Usual consumption of a month; null if unknown. */
  usual: number | null;
}

/** The last value of a meter: from `norms` if the server sends them, else from the last result (READ-24). */
export function lastReading(flat: FlatReadings | null, meter: MeterType): LastReading | null {
  const norm = flat?.norms?.[meter];
  if (norm) return { value: norm.value, month: norm.month, sender: norm.sender, usual: norm.usual };
  const result = flat?.last_result;
  const value = result?.meters?.[meter];
  if (!result || !value || flat?.norms) return null;
  return { value, month: result.month ?? null, sender: result.sender, usual: null };
}

/** Formats the name of a sender: «Д. Калинина», «Умный счётчик». */
export function useSenderName(): (sender: Partial<ReadingSender>) => string {
  const translate = useTranslate();
  return ({ type, first_name, last_name }) => {
    const name = [first_name ? `${firstLetter(first_name)}.` : '', last_name ?? ''].filter(Boolean).join('\u00a0');
    return type === 'meter' || name === '' ? translate(`readings.senders.${type ?? 'meter'}`) : name;
  };
}
