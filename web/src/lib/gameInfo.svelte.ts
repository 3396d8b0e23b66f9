// What a game is called. Our games have translated messages; games of other packages are described by the server.
import { api } from './api';
import { has, t } from './i18n.svelte';
import type { Game } from './protocol';

class Described {
  games = $state.raw<Game[]>([]);
  private asked = false;

  find(name: string): Game | undefined {
    if (!this.asked) {
      this.asked = true;
      api.menu().then(
        (menu) => (this.games = menu.games),
        () => (this.asked = false),
      );
    }
    return this.games.find((game) => game.name === name);
  }
}
const described = new Described();

export function gameTitle(name: string): string {
  return has(`game.${name}`) ? t(`game.${name}`) : (described.find(name)?.title ?? name);
}

/** What the game is about, in a sentence. */
export function gameAbout(name: string): string {
  return has(`game.${name}.about`) ? t(`game.${name}.about`) : (described.find(name)?.summary ?? '');
}

/** For how many it is, and how long it takes. */
export function gameFacts(name: string): string {
  return has(`game.${name}.facts`) ? `${t(`game.${name}.facts`)}.` : '';
}
