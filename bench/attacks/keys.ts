import { postToPortal } from './attack.ts';
import type { Attacker } from './attacker-facts.ts';

/** The credentials of the keys that the attack has created. */
let keys: string[] = [];

/** An admin may create as many as the rate limit of a session allows. */
export async function createKeys(attacker: Attacker): Promise<void> {
  keys = [];
  for (let number = 0; number < 50; number++) {
    const { username, password } = await postToPortal<{ username: string; password: string }>(
      attacker,
      'keys',
      {
        name: `key ${number}`,
        permissions: ['view-employees', 'view-hr-integrations'],
      },
    );
    keys.push(`Basic ${Buffer.from(`${username}:${password}`).toString('base64')}`);
  }
}

export function keyOf(number: number): string {
  return keys[number % keys.length] ?? '';
}
