import type { Pass } from './content-sql.ts';
import type { Passes } from './passes.ts';

const MODULE = import.meta.resolve('../apple-pass-thread.ts');

/** The address that phones ask for news of a pass. It names the company, whose pass it is. */
const webServiceUrl = (baseUrl: string, companyId: number): string => `${baseUrl}/wallet/${companyId}`;

/** Makes the file for Apple Wallet, as the pass is now. */
export async function buildPass(
  { isSpecimen, baseUrl, issuers, threads }: Passes,
  pass: Pass,
  token: string,
  signal?: AbortSignal,
): Promise<Buffer> {
  const { companyId, serial, shown } = pass;
  const renewal = { serial, token, webServiceUrl: webServiceUrl(baseUrl, companyId) };
  const task = { shown, identity: await issuers.apple(), isSpecimen, renewal };
  return Buffer.from(
    await threads.run<typeof import('../apple-pass-thread.ts')>(companyId, MODULE, task, signal),
  );
}
