// Two clients a match, who answer each other at once: node load.mjs PORT MATCHES SECONDS
import { io } from 'socket.io-client';

const [port, matches, seconds] = process.argv.slice(2).map(Number);
let moves = 0;
let deliveries = 0;
const waits = [];
const stayAwake = () => setImmediate(stayAwake); // see server.py
stayAwake();

// Nine moves, then the next match on the same sockets: as long as a real one.
function play(name) {
  return ['0', '1'].map((player) => {
    const socket = io(`http://127.0.0.1:${port}/tic-tac-toe`, { transports: ['websocket'], forceNew: true });
    let round = 0;
    let sent = 0;
    const match = () => `${name}-${round}`;
    const sit = () => socket.emit('sync', match(), player, undefined, 2);
    const act = (state) => {
      if (state.ctx.currentPlayer !== player || state.ctx.turn > 9) return;
      sent = performance.now();
      const action = { type: 'MAKE_MOVE', payload: { type: 'click', args: [state.ctx.turn - 1], playerID: player } };
      socket.emit('update', action, state._stateID, match(), player);
    };
    const look = (state) => {
      if (state.ctx.turn > 9) {
        round += 1;
        sit();
      } else act(state);
    };
    socket.on('connect', sit);
    socket.on('sync', (id, info) => {
      if (id === match()) look(info.state);
    });
    socket.on('update', (id, state) => {
      deliveries += 1;
      if (sent && state.ctx.currentPlayer !== player) {
        moves += 1;
        waits.push(performance.now() - sent);
        sent = 0;
      }
      if (id === match()) look(state);
    });
    return socket;
  });
}

const all = Array.from({ length: matches }, (_, i) => play(`m${i}`)).flat();
await new Promise((done) => setTimeout(done, 2000)); // connections, and the just-in-time compiler
moves = 0;
deliveries = 0;
waits.length = 0;
const start = performance.now();
await new Promise((done) => setTimeout(done, seconds * 1000));
const took = (performance.now() - start) / 1000;
waits.sort((a, b) => a - b);
console.log(
  JSON.stringify({
    moves: moves / took,
    deliveries: deliveries / took,
    p50: waits[Math.floor(waits.length * 0.5)],
    p99: waits[Math.floor(waits.length * 0.99)],
  }),
);
all.forEach((socket) => socket.disconnect());
process.exit(0);
