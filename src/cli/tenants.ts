import { type Command, Option } from 'commander';
import { listTenants, type Shard, TENANT_SORTS } from '../company/companies/tenants.ts';
import { wholeNumber } from './arguments.ts';
import { table, withDatabase } from './command.ts';

export function addTenants(program: Command): void {
  const tenants = program.command('tenants').description('show how large and how busy companies are');

  const show = tenants
    .command('show')
    .description('show the largest or busiest companies, and on which server each is')
    .addOption(
      new Option('--sort <by>', 'people: the largest first; load: those whose rosters took longest to apply')
        .choices([...TENANT_SORTS])
        .default('people'),
    )
    .option('--days <days>', 'count the rosters of this many days', wholeNumber, 7)
    .option('--limit <number>', 'show at most this many companies', wholeNumber, 50);
  withDatabase(show, async ({ bulk }) => {
    const { limit, ...wanted } = show.opts<{
      sort: (typeof TENANT_SORTS)[number];
      days: number;
      limit: number;
    }>();
    const all = await listTenants(bulk, wanted);
    const shown = all.slice(0, limit);
    const rows = shown.map((tenant) => [
      tenant.id,
      tenant.name,
      tenant.people,
      tenant.rosters,
      tenant.entries,
      `${tenant.applyingSeconds.toFixed(1)} s`,
      describe(tenant.place),
    ]);
    const more = all.length - shown.length;
    return {
      data: shown,
      lines: [
        ...table(['ID', 'NAME', 'PEOPLE', 'ROSTERS', 'ENTRIES', 'APPLYING', 'SERVER'], rows),
        `Rosters, entries and the time to apply them are of the last ${wanted.days} days.`,
        ...(more > 0 ? [`${more} more companies are not shown (--limit).`] : []),
      ],
    };
  });
}

function describe(place: Shard | null): string {
  if (!place) return 'the only one';
  return `${place.server}, shard ${place.shardId}${place.isAlone ? ' (its own)' : ''}`;
}
