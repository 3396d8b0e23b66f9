// How the panoramas are painted: by day, and with the night's indigo in every color.
import type { Wash } from '../../../lib/wash';

export interface Picture {
  width: number;
  /** The sky from above to the horizon. */
  sky: string[];
  washes: Wash[];
}

export const HIGH = 252;
/** By moonlight every color of the day has some of the night's indigo. */
export const moonlit = (day: string): string => `color-mix(in oklab, ${day} 62%, #10183a)`;
export const wash = (d: string, day: string, opacity?: number, line?: number): Wash => ({
  d,
  day,
  night: moonlit(day),
  opacity,
  line,
});
/** Things of the road's country in the light of a panorama. */
export const lit = (things: Wash[]): Wash[] => things.map((one) => ({ ...one, night: moonlit(one.day) }));
