// The island of the table: what its places are, and ways over it for the eye to follow.
import type { Area, Character, Isle, Kind } from './types';

let known: Isle | null = null;

/** The board is part of a table's setting; the board tells it to the words, which know only the view. */
export function land(isle: Isle): void {
  known = isle;
}

export function isle(): Isle | null {
  return known;
}

export const AREAS = ['n1', 'n2', 'n3', 'e', 's3', 's2', 's1', 'w'];
const KINDS: Record<string, Kind> = { c: 'coastal_town', t: 'temple', g: 'garden', sea: 'seashore', h: 'hot_spring' };

/** What a place is, by its name: stations are named by their kind, areas by where they lie. */
export function kindOf(place: string): Kind | 'mountain_town' | 'area' {
  if (AREAS.includes(place)) return 'area';
  const kind = place.replace(/\d+$/, '');
  return kind === 'm' ? 'mountain_town' : (KINDS[kind] ?? 'coastal_town');
}

export const numberOf = (place: string): number => Number(/\d+$/.exec(place)?.[0] ?? 0);

export function area(isle: Isle | null, id: string): Area | undefined {
  return isle?.areas.find((one) => one.id === id);
}

/** The places a pawn is seen to pass on its way: along the coast, along routes, or from area to area. */
export function course(isle: Isle, character: Character, from: string, to: string): string[] {
  if (character === 'pilgrim') {
    const names = isle.ring.map((station) => station.id);
    const [start, end] = [names.indexOf(from), names.indexOf(to)];
    const steps = (end - start + names.length) % names.length;
    return Array.from({ length: steps }, (_, i) => names[(start + i + 1) % names.length]!);
  }
  const next = (place: string): string[] =>
    character === 'artist'
      ? (area(isle, place)?.touches ?? [])
      : isle.routes.filter((route) => route.includes(place)).map(([a, b]) => (a === place ? b : a));
  const came = new Map<string, string>([[from, '']]);
  for (const place of came.keys()) for (const other of next(place)) if (!came.has(other)) came.set(other, place);
  const way: string[] = [];
  for (let place = to; place && place !== from && came.has(place); place = came.get(place)!) way.unshift(place);
  return way.length ? way : [to];
}
