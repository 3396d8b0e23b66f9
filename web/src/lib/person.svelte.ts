// Who sits before the screen: nobody yet, a guest with a name, or somebody with a password.
import { api, Refused } from './api';
import type { Me } from './protocol';

class Person {
  me = $state<Me | null>(null);
  known = $state(false);

  async open(): Promise<void> {
    try {
      this.me = await api.me();
    } catch (error) {
      if (!(error instanceof Refused) || error.code !== 'not_signed_in') throw error;
      this.me = null;
    } finally {
      this.known = true;
    }
  }

  async arrive(name: string): Promise<void> {
    this.me = await api.arrive(name);
  }
}

export const person = new Person();
