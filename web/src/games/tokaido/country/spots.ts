// The spaces of the road as small scenes around 0,0: a round of sky and ground of radius 19, and what stands in it, which
// may rise above its edge.
import { disc, puff, seeded } from './strokes';
import type { Wash } from '../../../lib/wash';
import type { Space } from '../types';

const R = 19;
const SKY = `M${-R} 0a${R} ${R} 0 1 0 ${2 * R} 0a${R} ${R} 0 1 0-${2 * R} 0z`;
const INK = { day: '#2b2a2e', night: '#090c17' };

/** The ground below a height, up to the edge of the round. */
function ground(y: number, bulge = 0, tilt = 0): string {
  const half = (at: number) => Math.sqrt(R * R - at * at).toFixed(1);
  const [left, right] = [y + tilt, y - tilt];
  return `M-${half(left)} ${left}Q0 ${y - bulge} ${half(right)} ${right}A${R} ${R} 0 ${y < 0 ? 1 : 0} 1-${half(left)} ${left}z`;
}

const sky = (day: string, night: string): Wash => ({ d: SKY, day, night });
const pad = (x: number, y: number, rx: number, ry: number, seed: number, flat = 1) =>
  puff(x, y, rx, ry, 8, seeded(seed), flat);

export const SPOTS: Record<Exclude<Space, 'inn'>, Wash[]> = {
  village: [
    sky('#f3dfc9', '#262a47'),
    { d: ground(9), day: '#cdb489', night: '#3a3a50' },
    { d: 'M-14 13V-4H14V13z', day: '#f6e8cd', night: '#5a5468' },
    { d: 'M-11 12V3H-2V12zM3 13V3H11V13z', day: '#4b3a2e', night: '#efb958' },
    {
      d: 'M-14-4H14V2.5Q11 4 9.3 2.5 7 4 4.7 2.5 2.3 4 0 2.5-2.3 4-4.7 2.5-7 4-9.3 2.5-11 4-14 2.5z',
      day: '#7d3f74',
      night: '#8d5a88',
    },
    { d: 'M-9.3-3V2M-4.7-3V2M0-3V2M4.7-3V2M9.3-3V2', day: '#f6e8cd', night: '#d9cfe0', line: 0.9 },
    { d: 'M-21-5C-15-7-12-11-10-17H10C12-11 15-7 21-5Q0-2.4-21-5z', day: '#5d4a66', night: '#34304d' },
    { d: 'M-12-17H12L10.4-20H-10.4z', ...INK },
    { d: 'M-6-16-9-6M0-16V-5.4M6-16 9-6', ...INK, line: 0.8, opacity: 0.5 },
    { d: 'M-15 12.5H-1V15.5H-15z', day: '#8a5f3c', night: '#2b2638' },
    { d: disc(-11.5, 10.6, 2.2) + disc(-7, 10.4, 2.4) + disc(-3, 10.8, 2), day: '#d9952f', night: '#e2ab4c' },
    { d: 'M14.2-2.5a2.9 4 0 1 0 .1 0z', day: '#d1452c', night: '#f0896c' },
  ],
  farm: [
    sky('#fbeccb', '#2a2a3f'),
    { d: ground(-3, 5, 2), day: '#b9bf86', night: '#33404a' },
    { d: ground(1, 1.5), day: '#e3b748', night: '#7a6434' },
    { d: 'M-5 1.5-13 13M0 1V18M5 1.5 13 13M9.5 2 18 7M-9.5 2-18 7', day: '#b8892c', night: '#574523', line: 1.3 },
    { d: 'M-13-1V-6H-3V-1z', day: '#f3e4c8', night: '#57506a' },
    { d: 'M-16-5C-13-6.5-12-9-11-12H-5C-4-9-3-6.5 0-5z', day: '#9c7440', night: '#2d2838' },
    { d: 'M3 13C5 7 5 3 2-3Q5-7 9-8 13-7 16-3 13 3 15 13Q9 15.5 3 13z', day: '#f0ca5c', night: '#c59c46' },
    { d: 'M4.6 3H13.4L13 5.6H5z', day: '#a5492f', night: '#a5563f' },
    {
      d: 'M6 12Q7 7 7 6M9 13V6M12 12Q11 7 11 6M5-2 7 2.6M9-6.5V2.6M13-2 11 2.6',
      day: '#9b6f1d',
      night: '#5f4820',
      line: 0.9,
    },
    { d: 'M-12 17C-11 12-11 9-13 5Q-11 2-8 1.4-5 2-3 5-5 9-4 17z', day: '#f4d673', night: '#d3ab55' },
    { d: 'M-11.4 9H-4.6L-4.8 11H-11.2z', day: '#a5492f', night: '#a5563f' },
    {
      d: 'M-10 16Q-9.4 13-9.4 12M-7 17V12M-8 3V8.6M-11 5-9.6 8.6M-5 5-6.4 8.6',
      day: '#9b6f1d',
      night: '#5f4820',
      line: 0.8,
    },
  ],
  temple: [
    sky('#f9e4cf', '#2b2440'),
    { d: pad(-13, -2, 8, 8, 3) + pad(13, -3, 8, 9, 4), day: '#7f9a6e', night: '#22383d' },
    { d: ground(5, 2), day: '#a8b986', night: '#2f4546' },
    { d: 'M-4 5H4L9 18.5Q0 20.5-9 18.5z', day: '#e4dccb', night: '#8b8da0' },
    { d: 'M-5 8H5M-6.2 11.4H6.2M-7.6 15H7.6', day: '#a79f8d', night: '#55586f', line: 1 },
    { d: 'M-22-17C-14-14.4 14-14.4 22-17L20.4-11.4H-20.4z', day: '#c8402a', night: '#e0644c' },
    { d: 'M-22.4-17.6C-14-15 14-15 22.4-17.6L22-15.8C14-13.4-14-13.4-22-15.8z', ...INK },
    {
      d: 'M-16.5-7H16.5V-3.4H-16.5zM-12.5-11.4H-8L-9 15H-13.5zM12.5-11.4H8L9 15H13.5zM-2-11.4H2V-7H-2z',
      day: '#c8402a',
      night: '#e0644c',
    },
    { d: 'M-14 12.6H-8.6V15.6H-14zM14 12.6H8.6V15.6H14z', ...INK },
  ],
  hot_spring: [
    sky('#dbe6e6', '#242d4c'),
    { d: pad(-12, -4, 9, 7, 8) + pad(12, -3, 9, 8, 9), day: '#8fa58d', night: '#243b45' },
    { d: ground(3, 2), day: '#9a958a', night: '#3c4054' },
    { d: 'M-15.5 8C-15 3-6 2 0 2S15 3 15.5 8 8 15.5 0 15.5-16 13-15.5 8z', day: '#6db6bd', night: '#3c8592' },
    { d: 'M-12 8.6Q-6 6.6-2 8.4M2 12Q7 10 11.4 11.6', day: '#d8f1ee', night: '#a4dbe0', line: 1.1 },
    { d: disc(6.4, 5.4, 3.6), day: '#e3a07f', night: '#d59a7e' },
    { d: 'M2.8 3.6Q6.4.6 10 3.6L9.6 1.6Q6.4-.8 3.2 1.6z', day: '#fffdf6', night: '#eef1f2' },
    {
      d: 'M-19 9.5Q-17 5-13 7.5-11 11-14 14.5zM19 9.5Q17 5 13.6 8.5 12 12 14 14.5zM-9 17Q-6 11.5-1 13.6 3 12 6 14 9 15 9 17.6Q0 20.6-9 17z',
      day: '#5f5d63',
      night: '#23263a',
    },
    {
      d: 'M-9-1C-13-6-5-8-9-13.5M-1-3C-5-8 4-11-1-18M8-3C4-7 12-9 8-14.5',
      day: '#4d8f9f',
      night: '#6fb2c2',
      line: 4.4,
      opacity: 0.75,
    },
    {
      d: 'M-9-1C-13-6-5-8-9-13.5M-1-3C-5-8 4-11-1-18M8-3C4-7 12-9 8-14.5',
      day: '#fffef9',
      night: '#eef6f8',
      line: 2.3,
    },
  ],
  encounter: [
    sky('#efe3d4', '#2a2b45'),
    { d: pad(12, -5, 8, 9, 12), day: '#b5bda0', night: '#29414a' },
    { d: 'M11.5 10Q12.6 2 11-4H13Q13.6 2 14.5 10z', day: '#75604d', night: '#171a2a' },
    { d: ground(7, 2), day: '#d6c7a0', night: '#454660' },
    { d: 'M-4 7Q-14 13-16 18Q-6 20 6 18.4 0 12 2 7z', day: '#f0e6cb', night: '#6d6c86' },
    { d: 'M-12 17.4C-12 7-9 1-3 0 3 1 6.5 7 7 18Q-3 21-12 17.4z', day: '#39405f', night: '#7283bd' },
    { d: 'M-5.5 1.5-2.5 9 .8 1.5z', day: '#f6ecda', night: '#e7e3ef' },
    { d: 'M-12.4 9.4H7V12H-12.4z', day: '#b8442e', night: '#e0806a' },
    { d: 'M-7.5-6C-7.5 0-5.5 3-2.6 3S2.2 0 2.2-6z', day: '#eac39c', night: '#d8b090' },
    { d: disc(-4.7, -2.2, 0.95) + disc(-0.4, -2.2, 0.95), ...INK },
    { d: 'M-17.5-5C-11-7-6-15.5-2.6-18.4 1-15.5 6-7 12.4-5 4-1.8-9-1.8-17.5-5z', day: '#d3a85a', night: '#c7a061' },
    { d: 'M-2.6-17.6-9-5M-2.6-17.6V-3.6M-2.6-17.6 4-5', day: '#8a6527', night: '#6d5330', line: 0.9 },
    { d: 'M10 18.6V-11', day: '#6d4c30', night: '#c59c6c', line: 1.7 },
  ],
  paddy: [
    sky('#fbe2cf', '#2f2b4a'),
    { d: disc(8, -9, 4.4), day: '#dd5a40', night: '#f2d7a8' },
    { d: ground(-3.4, 9, 2.4), day: '#a89fb6', night: '#3d3d62' },
    { d: ground(-2, 2), day: '#6f9d4e', night: '#3f6a55' },
    { d: 'M-17.6 1.6Q0-2.4 17.6 1.6L18 4.4Q0 .6-18 4.4z', day: '#e4f0e8', night: '#8fa6bd' },
    { d: 'M-18.4 7Q0 3.2 18.4 7L17 11Q0 7.4-17 11z', day: '#d3e8e4', night: '#7d98b4' },
    { d: 'M-15 13.4Q0 10 15 13.4L10 17.4Q0 19.4-10 17.4z', day: '#e4f0e8', night: '#8fa6bd' },
    {
      d: 'M-10 10V6.6M-11.6 7 -10 9.4-8.4 7M-3 9.4V5.6M-4.7 6-3 8.6-1.3 6M4 9.4V5.6M2.3 6 4 8.6 5.7 6M11 10.4V6.8M9.3 7 11 9.6 12.7 7M-6 17V12.6M-8 13-6 16-4 13M1 17.4V12.4M-1 13 1 16.4 3 13M8 16.6V12.4M6 12.8 8 15.8 10 12.8M-7 3.4V.8M0 3V.4M7 3.4V.8',
      day: '#3f6b2c',
      night: '#143028',
      line: 1.15,
    },
    { d: 'M-14-2.4V-6.4H-5V-2.4z', day: '#f6e8cd', night: '#efb958' },
    { d: 'M-17-5.6C-14-7-12.6-9.4-11.6-12.4H-7.4C-6.4-9.4-5-7-2-5.6z', day: '#94703f', night: '#262438' },
  ],
  mountain: [
    sky('#f6d3c1', '#272c54'),
    { d: 'M-18.9 2.6Q-9-1 0 1T18.9 1A19 19 0 0 1-18.9 2.6z', day: '#c9b5c4', night: '#3a4170' },
    {
      d: 'M-19.6 9C-12 5-7.4-7-4.4-18.4Q-2-21.6 0-19 2-21.6 4.4-18.4C7.4-7 12 5 19.6 9Q0 13-19.6 9z',
      day: '#3f5b94',
      night: '#5872b0',
    },
    { d: 'M1-19.4Q2.6-20.8 4.4-18.4C7.4-7 12 5 19.6 9Q12 11 6 11.4 9-2 1-19.4z', day: '#2f4679', night: '#43599a' },
    {
      d: 'M-8.2-6.4C-6.6-10.4-5.4-14.6-4.4-18.4Q-2-21.6 0-19 2-21.6 4.4-18.4C5.4-14.6 6.6-10.4 8.2-6.4L5-8.6 3.2-3.4 0-8.4-3-2.6-5-8.4z',
      day: '#fffdf8',
      night: '#eef2fb',
    },
    {
      d: 'M-16 4.6H-3a1.7 1.7 0 0 1 0 3.4H-14a1.7 1.7 0 0 0 0 3.2H4a1.6 1.6 0 0 0 0-3.2',
      day: '#fdf3e6',
      night: '#9fb0d8',
      opacity: 0.85,
    },
    { d: ground(11, 2), day: '#4f7355', night: '#1d3a40' },
    {
      d: 'M-11 13-8 6-5 13zM-6 14.5-3.4 8.5-.8 14.5zM7 13.4 10 6.4 13 13.4zM3 14.6 5.4 9 7.8 14.6z',
      day: '#2c4c39',
      night: '#10262c',
    },
  ],
  sea: [
    sky('#f7e7c9', '#1f2f50'),
    { d: disc(11, -8, 4), day: '#dd5a40', night: '#f2dcb0' },
    { d: ground(1), day: '#8cc0c6', night: '#2f6a82' },
    { d: 'M10 3.4H18.6M8 6.4H18M9.4 9.4H16.4', day: '#e8f6f2', night: '#8cc4d2', line: 1 },
    {
      d: 'M-18.6 3C-14-1-13.4-10-6.4-15.4C.4-20.6 10-19.4 14-12.4C8.6-14.6 4-12.6 3.6-8.6C3.2-4.6 7-2.8 10.4-4.6C9.4 2 13 7 18.4 5.4A19 19 0 0 1-18.6 3z',
      day: '#2f6f92',
      night: '#3f86ac',
    },
    {
      d: 'M-13 9C-12 0-8-8.4-1-11.6M-7 12C-7 4-5.4-2-2-6M-.6 13.6C-2 8-2 4-1 .4',
      day: '#a9d6dc',
      night: '#a6d8e4',
      line: 1.5,
    },
    {
      d: 'M-8.4-13.6C-1-21.6 10-20.4 14.6-12.4q1.6 2.6.8 5-1.6-2.6-3.4-1.6 1.6 2.4-.4 4.4-1.4-2.8-3.4-1.6.4 2.4-2 3-.4-3-2.6-3.4-1-4.6 2.6-7.6-6-2.6-14.6.6z',
      day: '#fffdf6',
      night: '#eff6fa',
    },
    { d: 'M-16 12.4Q-11 8.6-6 11.6T4 11.6 14 12.4Q8 19-.4 19-10 18.8-16 12.4z', day: '#24587a', night: '#245c80' },
    { d: 'M-15 12.2Q-11 8.8-6 11.6T4 11.6 13.6 12', day: '#fffdf6', night: '#dcebf2', line: 1.5 },
    { d: disc(16.4, -1, 1) + disc(13.6, 1.4, 0.8) + disc(17.6, -5, 0.8), day: '#fffdf6', night: '#eff6fa' },
  ],
};
