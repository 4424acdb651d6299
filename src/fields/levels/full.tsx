import { useTranslate } from 'react-admin';
import type { FullProps } from '../field-props.ts';
import { useLevelWords } from './labels.ts';

/** The level of one section. */
export default function FullLevel({ value, part }: FullProps<'levels'>) {
  const translate = useTranslate();
  const words = useLevelWords();
  if (part === null || typeof value !== 'string') return translate('engine.list.nothing');
  return words.level(part, value);
}
