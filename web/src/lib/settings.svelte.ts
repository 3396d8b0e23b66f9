// What a person prefers on this device. Kept in the browser; the server need not know.
import { browserLanguage, isLanguage, locale, type Language } from './i18n.svelte';

export const TEMPOS = { off: 0, quick: 180, calm: 320, slow: 650 } as const;

export const COACHED = ['lessons', 'always', 'never'] as const;

export interface Preferences {
  language: Language | 'auto';
  tempo: keyof typeof TEMPOS;
  sound: boolean;
  /** Whether somebody has said yes or no to sounds. */
  soundAsked: boolean;
  /** From 0 to 1. */
  volume: number;
  patterns: boolean;
  /** Where to hear of one's own costly moves; never in matches that may be rated. */
  coach: (typeof COACHED)[number];
  theme: 'auto' | 'light' | 'dark';
}

const KEY = 'tabiji.settings';
const DEFAULTS: Preferences = {
  language: 'auto',
  tempo: 'calm',
  sound: false,
  soundAsked: false,
  volume: 0.6,
  patterns: false,
  coach: 'lessons',
  theme: 'auto',
};

function kept(): Preferences {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? '{}') as Partial<Preferences>;
    const all = { ...DEFAULTS, ...found };
    if (!isLanguage(all.language)) all.language = 'auto';
    if (!COACHED.includes(all.coach)) all.coach = DEFAULTS.coach;
    if (!(all.tempo in TEMPOS)) all.tempo = DEFAULTS.tempo;
    if (!(all.volume >= 0 && all.volume <= 1)) all.volume = DEFAULTS.volume;
    return all;
  } catch {
    return { ...DEFAULTS }; // no storage, or somebody else's
  }
}

class Settings {
  now = $state<Preferences>(DEFAULTS);
  private still = $state(false);

  /** Read what was kept, and follow the system's settings and other tabs. */
  async open(): Promise<void> {
    this.now = kept();
    const query = matchMedia('(prefers-reduced-motion: reduce)');
    this.still = query.matches;
    query.addEventListener('change', () => (this.still = query.matches));
    addEventListener('storage', (event) => {
      if (event.key === KEY) {
        this.now = kept();
        void this.apply();
      }
    });
    await this.apply();
  }

  async set<K extends keyof Preferences>(key: K, value: Preferences[K]): Promise<void> {
    this.now = { ...this.now, [key]: value };
    try {
      localStorage.setItem(KEY, JSON.stringify(this.now));
    } catch {
      // private windows may keep nothing
    }
    await this.apply();
  }

  /** Milliseconds of an animation step. */
  get tempo(): number {
    return this.still ? 0 : TEMPOS[this.now.tempo];
  }

  private async apply(): Promise<void> {
    const root = document.documentElement;
    root.dataset.theme = this.now.theme;
    root.dataset.motion = this.now.tempo === 'off' ? 'off' : 'on';
    root.dataset.patterns = this.now.patterns ? 'on' : 'off';
    const language = this.now.language === 'auto' ? browserLanguage(navigator.languages) : this.now.language;
    await locale.setLanguage(language);
  }
}

export const settings = new Settings();
