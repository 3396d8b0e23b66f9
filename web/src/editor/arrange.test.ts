import { describe, expect, it } from 'vitest';
import duo from '../games/tokaido_duo/arrange';
import tokaido from '../games/tokaido/arrange';
import tsuro from '../games/tsuro_seas/arrange';
import { entriesOf, stackOf } from './arrange';
import { readLink, writeLink } from './link';

describe('what is arranged', () => {
  it.each([
    [
      tokaido(3),
      {
        souvenirs: ['gofu', 'sake'],
        meals: ['soba'],
        encounters: ['kuge'],
        hot_springs: [2, 3],
        travelers: [
          ['kinko', 'satsuki'],
          ['umegae', 'chuubei'],
        ],
        kyoto: [2, 0, 1],
      },
    ],
    [
      duo(2),
      {
        dice: [
          [2, 3, 1],
          [4, 1, 1],
        ],
        goods: ['fan', 'doll'],
        trade: [['kimono', 4]],
        paintings: [['moon'], ['bamboo', 'moon']],
        waves: { pilgrim: 'serene' },
      },
    ],
    [
      tsuro(2),
      {
        hands: [[17, 4, 0], [31]],
        pile: [6, 6, 30],
        first: 0,
        starts: ['n5', 'w3'],
        daikaiju: ['g3 c5 n', 'b1 a1 e'],
        supply: ['g5 s', 'b2 n'],
        dice: [3, 4, 2],
      },
    ],
  ])('is written and read again, with everything a game knows', (all, stack) => {
    expect(Object.keys(stack).sort()).toEqual(all.map(({ key }) => key).sort());
    expect(stackOf(entriesOf(stack, all), all)).toEqual(stack);
    for (const [key, entries] of Object.entries(entriesOf(stack, all))) {
      const { columns } = all.find((one) => one.key === key)!;
      for (const entry of entries) entry.forEach((word, i) => expect(columns[i]).toContain(word));
    }
    expect(stackOf({}, all)).toEqual({});
  });
});

it('travels in a link', async () => {
  const position = { game: 'tokaido' as const, players: 3, moves: Array.from({ length: 90 }, () => 'move 12') };
  const link = await writeLink(position);
  expect(link).toMatch(/^[\w-]{10,300}$/);
  expect(await readLink(link)).toEqual(position);
  await expect(readLink('nonsense')).rejects.toThrow();
});
