// A plain page that proves the server: comes in as a guest, starts a match against bots, shows the seat's view as the
// server sends it, and plays the legal moves it offers.
const at = (id) => document.getElementById(id);
const say = (text) => { at('status').textContent = text; };

async function ask(method, path, body) {
  const answer = await fetch(path, {
    method,
    headers: body ? { 'content-type': 'application/json' } : {},
    body: body && JSON.stringify(body),
  });
  const said = answer.status === 204 ? null : await answer.json();
  if (!answer.ok) throw new Error(said.message);
  return said;
}

function button(text, press) {
  const made = document.createElement('button');
  made.textContent = text;
  made.addEventListener('click', () => press().catch((error) => say(error.message)));
  return made;
}

async function home() {
  at('home').hidden = false;
  const menu = await ask('GET', '/api/menu');
  say('Choose a game.');
  for (const game of menu.games) {
    at('games').append(button(game.title, async () => {
      const bots = Array(game.players[0] - 1).fill('novice');
      const table = await ask('POST', '/api/tables', { game: game.name, players: game.players[0], bots, start: true });
      location.href = `/table/${table.id}`;
    }));
  }
}

function watch(id, after = '') {
  at('table').hidden = false;
  const socket = new WebSocket(`${location.origin.replace('http', 'ws')}/api/tables/${id}/live${after}`);
  let number = 0;
  socket.addEventListener('message', (event) => {
    const message = JSON.parse(event.data);
    if (message.type === 'error') say(message.message);
    if (message.position) number = message.position.number;
    for (const happened of message.type === 'entry' ? message.events : []) {
      const line = document.createElement('li');
      line.textContent = JSON.stringify(happened);
      at('log').prepend(line);
    }
    if (!message.view) return;
    say(message.position.over ? 'The match is over.' : message.view.legal.length ? 'Your turn.' : 'Others decide.');
    at('view').textContent = JSON.stringify(message.view, null, 1);
    at('moves').replaceChildren(...message.view.legal.map((move) => button(move, async () => {
      socket.send(JSON.stringify({ type: 'move', id: crypto.randomUUID().replaceAll('-', ''), number, move }));
    })));
  });
  socket.addEventListener('close', () => {
    say('Connecting again …');
    setTimeout(() => watch(id, `?after=${number}`), 1000);
  });
}

await ask('GET', '/api/me').catch(() => ask('POST', '/api/me', { name: 'Guest' }));
const table = location.pathname.match(/^\/table\/([\w-]+)$/);
if (table) watch(table[1]); else await home();
