import { once } from 'node:events';
import { receive, reply } from '../child.ts';
import type { Answers } from './attack.ts';
import type { Attacker } from './attacker-facts.ts';
import { attack } from './attacks.ts';

export interface AttackTask {
  name: string;
  attacker: Attacker;
}

/** The attacker is a process of its own. It leaves by dying: its sockets close with requests in flight. */
const { name, attacker } = await receive<AttackTask>();
const left = new AbortController();
const attacking = attack(name, attacker, left.signal, () => reply({}));
await once(process, 'message');
left.abort();
reply<Answers>(await attacking);
