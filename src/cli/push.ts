import type { Command } from 'commander';
import { runPush } from '../../client/src/push/command.ts';
import { helpOf } from '../../client/src/push/options.ts';
import { processOf } from './command-process.ts';

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
      const own = processOf(command);
      own.exitCode = await runPush(command.args, NAME, own);
    });
  command.helpInformation = () => helpOf(NAME);
}
