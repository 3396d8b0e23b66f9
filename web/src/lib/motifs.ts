// What landscapes are painted with: mountains, pines, bamboo, mist and grass as strokes of a brush, seen from the side as
// on old maps. A seed fixes every irregularity, so that a picture is the same each time.
import { ribbon, taper } from './brush';
import { grain } from './grain';

type Spot = readonly [x: number, y: number];

const near = (n: number) => Math.round(n * 10) / 10;
const say = (x: number, y: number) => `${near(x)} ${near(y)}`;
const along = (from: Spot, to: Spot, t: number): Spot => [
  from[0] + (to[0] - from[0]) * t,
  from[1] + (to[1] - from[1]) * t,
];

/** A mountain with hollow slopes: its outline, the slope away from the light, its snow and its strong edge. */
export function peak(x: number, y: number, w: number, h: number): Record<'body' | 'shade' | 'snow' | 'edge', string> {
  const top = y - h;
  const [a, b] = [w * 0.09, w * 0.5];
  const left = `C${say(x - w * 0.24, y - h * 0.2)} ${say(x - w * 0.16, top + h * 0.24)} ${say(x - a, top)}`;
  const right = `C${say(x + w * 0.16, top + h * 0.24)} ${say(x + w * 0.26, y - h * 0.22)} ${say(x + b, y)}`;
  return {
    body: `M${say(x - b, y)}${left}Q${say(x, top - h * 0.035)} ${say(x + a, top)}${right}z`,
    shade: `M${say(x + a * 0.3, top)}L${say(x + a, top)}${right}L${say(x + w * 0.1, y)}Q${say(x + w * 0.13, y - h * 0.4)} ${say(x + w * 0.02, y - h * 0.62)}Q${say(x + w * 0.07, y - h * 0.8)} ${say(x + a * 0.3, top)}z`,
    snow: `M${say(x - a, top)}Q${say(x, top - h * 0.035)} ${say(x + a, top)}C${say(x + w * 0.13, top + h * 0.16)} ${say(x + w * 0.16, top + h * 0.26)} ${say(x + w * 0.2, top + h * 0.36)}L${say(x + w * 0.1, top + h * 0.27)} ${say(x + w * 0.05, top + h * 0.42)} ${say(x - w * 0.01, top + h * 0.26)} ${say(x - w * 0.08, top + h * 0.44)} ${say(x - w * 0.12, top + h * 0.3)} ${say(x - w * 0.2, top + h * 0.36)}C${say(x - w * 0.16, top + h * 0.26)} ${say(x - w * 0.13, top + h * 0.16)} ${say(x - a, top)}z`,
    edge:
      taper([x - a, top], [x - w * 0.16, top + h * 0.24], [x - w * 0.24, y - h * 0.2], [x - b, y], h * 0.035) +
      taper([x + a, top], [x + w * 0.16, top + h * 0.24], [x + w * 0.26, y - h * 0.22], [x + b, y], h * 0.05),
  };
}

/** A pine: a leaning trunk and flat pads of needles. */
export function pine(x: number, y: number, h: number, lean = 0): Record<'trunk' | 'needles', string> {
  const top: Spot = [x + lean * h * 0.3, y - h];
  const pad = (t: number, w: number) => {
    const [px, py] = along([x, y], top, t);
    return `M${say(px - w, py)}Q${say(px - w * 0.6, py - h * 0.24)} ${say(px, py - h * 0.22)}T${say(px + w, py)}Q${say(px, py + h * 0.06)} ${say(px - w, py)}z`;
  };
  return {
    trunk: taper([x, y], along([x + lean * h * 0.1, y], top, 0.3), along([x, y], top, 0.7), top, h * 0.14),
    needles: pad(0.4, h * 0.42) + pad(0.68, h * 0.34) + pad(0.95, h * 0.22),
  };
}

/** Stalks of bamboo from a foot, with joints and leaves. */
export function bamboo(
  x: number,
  y: number,
  h: number,
  w: number,
  seed: number,
): Record<'stalk' | 'joints' | 'leaves', string> {
  const lean = (grain(seed) - 0.5) * 0.24 * h;
  const line = Array.from({ length: 7 }, (_, i): Spot => {
    const t = i / 6;
    return [x + lean * t * t, y - h * t];
  });
  let joints = '';
  let leaves = '';
  for (let i = 1; i < 6; i++) {
    const [jx, jy] = line[i]!;
    joints += `M${say(jx - w * 0.62, jy)}h${near(w * 1.24)}`;
    if (i < 3) continue;
    for (const side of grain(seed + i) < 0.5 ? [1, -1] : [-1, 1, 1]) {
      const far = h * (0.16 + 0.12 * grain(seed * 3 + i + side));
      const up = h * (0.02 - 0.14 * grain(seed * 5 + i * side));
      leaves += taper(
        [jx, jy],
        [jx + side * far * 0.4, jy - h * 0.06],
        [jx + side * far * 0.7, jy - h * 0.04],
        [jx + side * far, jy - up],
        h * 0.052,
      );
    }
  }
  return { stalk: ribbon(line, (i) => w * (1 - i * 0.07)), joints, leaves };
}

/** A band of mist with round ends, as on painted screens. */
export function mist(x: number, y: number, w: number, h: number): string {
  const r = h / 2;
  return `M${say(x + r, y - r)}H${near(x + w - r)}a${near(r)} ${near(r)} 0 0 1 0 ${near(h)}H${near(x + w * 0.62)}a${near(r * 0.5)} ${near(r * 0.5)} 0 0 0 0 ${near(r)}H${near(x + w * 0.9)}a${near(r * 0.8)} ${near(r * 0.8)} 0 0 1 0 ${near(r * 1.6)}H${near(x + w * 0.3)}a${near(r * 0.8)} ${near(r * 0.8)} 0 0 1 0-${near(r * 1.6)}h${near(w * 0.06)}a${near(r * 0.5)} ${near(r * 0.5)} 0 0 0 0-${near(r)}H${near(x + r)}a${near(r)} ${near(r)} 0 0 1 0-${near(h)}z`;
}

/** Blades of tall grass from one foot. */
export function grass(x: number, y: number, h: number, seed: number): string {
  return [-0.5, -0.2, 0.1, 0.4]
    .map((way, i) => {
      const tip = way + (grain(seed + i) - 0.5) * 0.3;
      return taper(
        [x, y],
        [x + way * h * 0.2, y - h * 0.5],
        [x + tip * h * 0.7, y - h * 0.9],
        [x + tip * h * 1.5, y - h * (0.8 + 0.2 * grain(seed + i * 7))],
        h * 0.1,
      );
    })
    .join('');
}
