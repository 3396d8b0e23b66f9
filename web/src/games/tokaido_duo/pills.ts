// What a space would give, as small signs: icons with numbers.
import type { Deed } from './types';
import { count, earned } from './words';

export interface Part {
  icon: string;
  text: string;
}

export function pills(deeds: Deed[]): Part[] {
  const parts: Part[] = [];
  for (const { move, points, events } of deeds) {
    const coins = earned(events);
    const verb = move.split(' ')[0];
    if (verb === 'paint') parts.push({ icon: 'paint', text: `×${count(events, 'painted')}` });
    else if (verb === 'gift') parts.push({ icon: 'gift', text: '' });
    else if (verb === 'draw') parts.push({ icon: 'bag', text: `×${count(events, 'drew')}` });
    else if (verb === 'wave' && !parts.some((part) => part.icon === 'wave')) parts.push({ icon: 'wave', text: '' });
    else if (count(events, 'spring')) parts.push({ icon: 'hot_spring', text: '' });
    if (coins) parts.push({ icon: 'coin', text: `+${coins}` });
    if (points) parts.push({ icon: 'point', text: `+${points}` });
  }
  return parts;
}

/** Room a part needs on the drawing. */
export const width = (part: Part): number => 18 + part.text.length * 7;
