// Paddies between dikes that run towards one point behind the hills: some are water, some young rice.
import { blades, type Random, type Spot } from './strokes';

interface Ground {
  w: number;
  top: number;
  bottom: number;
  /** Where the dikes would meet. */
  vx: number;
  vy: number;
  /** How far dikes are apart, as a slope. */
  gap: number;
  /** How much deeper each row is than the one behind it. */
  deep: number;
  /** The size of a pixel of the drawing. */
  unit: number;
}

export interface Fields {
  water: string;
  young: string;
  shoots: string;
}

export function fields({ w, top: first, bottom: last, vx, vy, gap, deep, unit }: Ground, random: Random): Fields {
  const rows = [first];
  while (rows[rows.length - 1]! < last) rows.push(rows[rows.length - 1]! + (rows.length + 1) * deep);
  const made = { water: '', young: '', shoots: '' };
  for (let row = 0; row + 1 < rows.length; row++) {
    const [top, bottom] = [rows[row]!, rows[row + 1]! - 1.6 * unit];
    for (let t = -20; t < 20; t++) {
      const left = (t + (row % 2) * 0.5) * gap;
      const right = left + gap * 0.95;
      const line = (slope: number, y: number) => vx + slope * (y - vy);
      if (line(right, bottom) < -10 || line(left, bottom) > w + 10) continue;
      const corner = (slope: number, y: number): Spot => {
        const x = line(slope, y);
        return [x, y + Math.sin((x * 0.021) / unit + row) * 1.6 * unit];
      };
      const corners = [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
      const d = `M${corners.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join('L')}z`;
      if (random() >= 0.56) {
        made.young += d;
        continue;
      }
      made.water += d;
      if (!row || random() >= 0.6) continue;
      const y = top + (bottom - top) * 0.62;
      for (let i = 1; i < 6; i++)
        made.shoots += blades(line(left + ((right - left) * i) / 6, y), y, (1.6 + row * 0.8) * unit, 3, random);
    }
  }
  return made;
}
