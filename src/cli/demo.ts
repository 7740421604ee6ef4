import type { Command } from 'commander';
import type { Demo } from '../demo/begin-demo.ts';
import { createDemo } from '../demo/create-demo.ts';
import type { Config } from '../platform/config/config.ts';
import { AppError } from '../platform/errors.ts';
import { withDatabase } from './command.ts';

export function addDemo(program: Command): void {
  const demo = program
    .command('demo')
    .description('add a demo company with about 60 employees (staging only)');
  withDatabase(
    demo,
    async (database, config) => {
      if (config.environment === 'production')
        throw new AppError(
          'wrong-environment',
          'The demo company is for staging: production holds real people only.',
        );
      const made = await createDemo(database, config.environment, {
        onProgress: ({ month, percent }) => {
          if (!demo.opts()['json'])
            process.stderr.write(`Filling the demo company: ${month}, ${percent} %\n`);
        },
      });
      return { data: made, lines: describeDemo(made, config) };
    },
    { mayCreate: true },
  );
}

/** The last line is a curl command that works as printed. */
export function describeDemo(demo: Demo, config: Config): string[] {
  const { company, portal, key, integrations, employeeCount } = demo;
  return [
    `Demo company ${company.id}: ${company.name}, ${employeeCount} employees, ${integrations.length} HR integrations`,
    `  username  ${key.username}`,
    `  password  ${key.password}`,
    '',
    `Portal: ${config.baseUrl}/portal`,
    `  e-mail    ${portal.email}`,
    `  password  ${portal.password}`,
    '',
    'Try it:',
    `  curl -u ${key.username}:${key.password} '${config.baseUrl}/employees?subscriptionStatuses=active&perPage=1'`,
  ];
}
