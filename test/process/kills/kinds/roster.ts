import { addSyncingCompany } from '../../support/syncing.ts';
import { Client } from '../client.ts';
import type { Kind } from '../kind.ts';
import { CrashClient } from '../rosters/client.ts';
import { verify, verifyNothingLeftBehind } from '../rosters/verify.ts';

/** An HR system sends rosters until they are accepted; the service applies them. */
export const roster: Kind = {
  name: 'roster',
  async prepare({ sql, urls }) {
    const small = new CrashClient(await addSyncingCompany(sql), false);
    const large = new CrashClient(await addSyncingCompany(sql), true);
    const ids = [small, large].map(({ company }) => company.companyId);
    const hrSystem = new Client();
    return {
      async start(random) {
        const client = random.chance(0.25) ? large : small;
        const rosters = 1 + random.below(3);
        const giveUp = Array.from({ length: rosters }, () => random.chance(0.2));
        const sendAll = async () => {
          for (const mayGiveUp of giveUp) await client.sendNext(urls, { mayGiveUp, onSending: () => {} });
        };
        hrSystem.begin(sendAll);
      },
      async wasInterrupted() {
        const begun = await sql`
          select 1 from sync_runs where company_id = any(${ids}::bigint[]) and status in ('queued', 'running')
          union all
          select 1 from roster_uploads where company_id = any(${ids}::bigint[]) and lease_until <> 'infinity'`;
        return begun.length > 0;
      },
      async isDone() {
        if (!hrSystem.hasEnded()) return false;
        const open = await sql`
          select 1 from sync_runs where company_id = any(${ids}::bigint[]) and status in ('queued', 'running')`;
        return open.length === 0;
      },
      async check() {
        for (const client of [small, large]) await verify(sql, client);
        await verifyNothingLeftBehind(sql);
      },
    };
  },
};
