import type { Command } from 'commander';
import { runPush } from '../../client/src/push/command.ts';
import { helpOf } from '../../client/src/push/options.ts';

const NAME = 'transit push';

/** The command `transit-push` of the client package, which reads the arguments itself. It needs no database. */
export function addPush(program: Command): void {
  const command = program
    .command('push')
    .description('send a roster from a CSV, XLSX, NDJSON or JSON file to a server')
    .helpOption(false)
    .allowUnknownOption()
    .allowExcessArguments()
    .action(async () => {
      process.exitCode = await runPush(command.args, NAME);
    });
  command.helpInformation = () => helpOf(NAME);
}
