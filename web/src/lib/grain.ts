// Irregularity that is the same each time.

/** A number from 0 to 1 that looks like chance. */
export function grain(seed: number): number {
  const x = Math.sin(seed * 127.1 + 11.7) * 43758.5453;
  return x - Math.floor(x);
}
