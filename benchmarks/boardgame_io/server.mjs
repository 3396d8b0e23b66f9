// boardgame.io's own server with its tic-tac-toe, everything in memory: node server.mjs PORT
import server from 'boardgame.io/dist/cjs/server.js';

const TicTacToe = {
  name: 'tic-tac-toe',
  setup: () => ({ cells: Array(9).fill(null) }),
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    click: ({ G, playerID }, cell) => {
      G.cells[cell] = playerID;
    },
  },
};

const port = Number(process.argv[2]);
const app = server.Server({ games: [TicTacToe], origins: [/.*/] });
await app.run(port, () => console.log(`ready ${port}`));
