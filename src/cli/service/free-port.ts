import { once } from 'node:events';
import { createServer } from 'node:net';
import type { Config } from '../../platform/config/config.ts';
import { AppError, errorCode } from '../../platform/errors.ts';

export async function requireFreePort({ host, port }: Config): Promise<void> {
  const probe = createServer();
  try {
    await once(probe.listen({ host, port }), 'listening');
  } catch (error) {
    if (errorCode(error) === 'EADDRINUSE')
      throw new AppError(
        'invalid-configuration',
        `Port ${port} on ${host} is already in use, perhaps because the service runs already. Choose another one, for instance: PORT=${port + 1} npm start`,
      );
    throw error;
  }
  probe.close();
  await once(probe, 'close');
}
