import { readFileSync } from 'node:fs';
import type { AddressInfo } from 'node:net';
import { buildApp } from '../../src/http/build-app.ts';
import { createServices } from '../../src/http/create-services.ts';
import { type Background, startBackground } from '../../src/jobs/background.ts';
import { readConfig } from '../../src/platform/config/config.ts';
import { connect } from '../../src/platform/db/connect.ts';
import { migrate } from '../../src/platform/db/migrate.ts';
import { receive, reply } from '../child.ts';
import type { Listening, PeakMemory, ServiceTask } from './messages.ts';
import { SECRET_KEYS } from './secret-keys.ts';

const { target, environment } = await receive<ServiceTask>();
const onError = (error: unknown) => {
  throw error;
};
const database = connect(target);
// As every node does.
await migrate(database.sql);
let background: Background | undefined;
const config = readConfig({ LOG_LEVEL: 'warn', ...environment });
const services = createServices({
  config,
  version: 'bench',
  database,
  secretKeys: SECRET_KEYS,
  wakeRosterWorker: (companyId) => background?.wakeRosterWorker(companyId),
  onError,
});
const app = await buildApp(services);
background = startBackground({
  database,
  webhooks: services.webhooks,
  passes: services.passes,
  retention: config.retention,
  sources: services.sources,
  rosterLimits: config.rosterLimits,
  keptBodies: services.keptBodies,
  log: app.log,
});
await app.listen({ host: '127.0.0.1', port: 0 });
process.on('message', () => reply<PeakMemory>({ bytes: peakOf(readFileSync('/proc/self/status', 'utf8')) }));
reply<Listening>({ port: (app.server.address() as AddressInfo).port });

/** Not `resourceUsage().maxRSS`, which starts with the memory of the parent process. */
function peakOf(status: string): number {
  const kilobytes = /^VmHWM:\s+(\d+) kB$/m.exec(status)?.[1];
  if (!kilobytes) throw new Error('the peak memory of a process is only known on Linux');
  return Number(kilobytes) * 1024;
}
