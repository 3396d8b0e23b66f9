// What the log says of entries that are no moves.
import { t } from '../lib/i18n.svelte';
import { botName } from '../lib/looks';
import type { Entry } from '../lib/protocol';

export function announce(entry: Entry, names: string[]): string | null {
  const name = entry.seat === null ? '' : (names[entry.seat] ?? '');
  const [reason, level] = (entry.text ?? '').split(' ');
  const bot = level ? botName(level) : '';
  switch (entry.kind) {
    case 'undo':
      return t('entry.undo', { name });
    case 'ask':
      return t('entry.ask', { name });
    case 'agree':
      return t('entry.agree', { name });
    case 'refuse':
      return t('entry.refuse', { name });
    case 'bot':
      return reason === 'time' ? t('entry.bot.time', { name, bot }) : t('entry.bot.left', { name, bot });
    case 'forfeit':
      return reason === 'time' ? t('entry.forfeit.time', { name }) : t('entry.forfeit.left', { name });
    case 'back':
      return t('entry.back', { name });
    case 'resume':
      return t('entry.resume');
    case 'move':
      return null;
  }
}
