// Options, boards and clocks in words.
import { has, t } from './i18n.svelte';
import type { Game, Table } from './protocol';

/** What options are when nobody has chosen anything else: not worth a word at every table. */
export const USUAL: (boolean | string)[] = [false, 'pool', 'random', 'purple', 'descending', 'out', 'follow'];

/** `serene-cunning-master` is three choices in one. */
export function choiceName(choice: string): string {
  return choice
    .split('-')
    .map((word) => (has(`choice.${word}`) ? t(`choice.${word}`) : word))
    .join(' · ');
}

type Option = Game['options'][number];

/** Options of games of other packages have no messages: the server says what they do. */
export function optionName(option: Option): string {
  return has(`option.${option.name}`) ? t(`option.${option.name}`) : option.name;
}

export function optionAbout(option: Option): string {
  return has(`option.${option.name}.about`) ? t(`option.${option.name}.about`) : option.help;
}

export function boardName(name: string): string {
  return has(`board.${name}`) ? t(`board.${name}`) : name;
}

export function clockName(clock: Table['clock']): string {
  if (clock.kind === 'none') return t('clock.none');
  if (clock.kind === 'turns') return t('clock.turns', { hours: clock.hours ?? 0 });
  return t('clock.live', { minutes: Math.round((clock.bank ?? 0) / 60), seconds: clock.increment ?? 0 });
}
