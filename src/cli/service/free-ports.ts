import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { AppError, errorCode } from '../../platform/errors.ts';
import type { Role } from '../roles.ts';

export async function requireFreePorts(config: Config, role: Role): Promise<void> {
  await requireFreePort(config, 'PORT', config.port);
  if (config.sftp && role !== 'worker') await requireFreePort(config, 'SFTP_PORT', config.sftp.port);
}

async function requireFreePort({ host }: Config, setting: string, port: number): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE')
      throw new AppError(
        'invalid-configuration',
        `Port ${port} on ${host} is already in use, perhaps because the service runs already. Choose another one, for instance: ${setting}=${port + 1} npm start`,
      );
    throw error;
  }
  probe.close();
  await once(probe, 'close');
}
