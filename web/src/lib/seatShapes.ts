// The shapes of the seats, in a square of 24: told apart without color.
export const SHAPES = [
  'M12 2a10 10 0 1 0 0 20a10 10 0 1 0 0-20z',
  'M12 1 23 12 12 23 1 12z',
  'M12 2 23 21H1z',
  'M3 3h18v18H3z',
  'M7 3h10l5.5 9L17 21H7l-5.5-9z',
  'M12 1c5 6 8 9.5 8 13.5a8 8 0 0 1-16 0C4 10.5 7 7 12 1z',
  'M12 1l3.2 7.3 7.8.7-5.9 5.2 1.8 7.8L12 18l-6.9 4 1.8-7.8L1 9l7.8-.7z',
  'M8 2h8v6h6v8h-6v6H8v-6H2V8h6z',
];
