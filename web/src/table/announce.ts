// What the log says of entries that are no moves.
import { t } from '../lib/i18n.svelte';
import { actor, botName } from '../lib/seatLooks';
import type { Entry } from '../lib/protocol';

export function announce(entry: Entry, names: string[], viewer: number | null): string | null {
  const who = actor(entry.seat ?? -1, names, viewer);
  const [reason, level] = (entry.text ?? '').split(' ');
  const why = reason === 'time' || reason === 'away' ? reason : 'left';
  const bot = level ? botName(level) : '';
  switch (entry.kind) {
    case 'undo':
      return t('entry.undo', who);
    case 'ask':
      return t('entry.ask', who);
    case 'agree':
      return t('entry.agree', who);
    case 'refuse':
      return t('entry.refuse', who);
    case 'bot':
      return t(`entry.bot.${why}`, { ...who, bot });
    case 'forfeit':
      return t(`entry.forfeit.${why}`, who);
    case 'back':
      return t('entry.back', who);
    case 'hint':
      return t('entry.hint', who);
    case 'abort':
      if (entry.seat === null) return t('entry.ended', { reason: entry.text ?? '' });
      return t('entry.abort', { ...who, absent: names[Number(entry.text)] ?? '' });
    case 'resume':
      return t('entry.resume');
    case 'move':
      return null;
  }
}
