// The parts of a sailing ship about 0,0, its bow to the north, about 52 long.
export const RIG = {
  hull: 'M0-27C8-19 13-9 13 4 13 13 11 19 8 25Q0 22-8 25C-11 19-13 13-13 4-13-9-8-19 0-27Z',
  deck: 'M0-18C5-12 8-5 8 4 8 11 7 15 5 19H-5C-7 15-8 11-8 4-8-5-5-12 0-18Z',
  planks: 'M0-17V-13M-4 15H4M-3 18H3',
  sail: 'M-22 9Q-23-9-9-14 0-17 9-14 23-9 22 9 14 3 0 3T-22 9Z',
  batten: 'M-18-3Q-9-8 0-8T18-3M-20 3Q-10-2 0-2T20 3',
};
