// The visitor: without a name yet, a guest with a name, or an account with a password.
import { api, ApiError } from './api';
import { t } from './i18n.svelte';
import type { Me } from './protocol';

class Person {
  me = $state<Me | null>(null);
  known = $state(false);
  /** How often the server was asked who this is: what it has to say may be new. */
  asked = $state(0);
  /** The name typed so far, the same on every page until somebody arrives with it. */
  typed = $state('');

  async open(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'not_signed_in') throw error;
      this.me = null;
    } finally {
      this.known = true;
      this.asked++;
    }
  }

  /** Whoever has no name yet arrives with the one that was typed; true for newcomers. */
  async arrive(): Promise<boolean> {
    if (this.me) return false;
    this.me = await api.arrive(this.typed.trim() || t('name.default'));
    return true;
  }
}

export const person = new Person();
