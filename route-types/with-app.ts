import type { App } from '../src/http/app.ts';
import { buildApp } from '../src/http/build-app.ts';
import { createServices } from '../src/http/create-services.ts';
import { readConfig } from '../src/platform/config/config.ts';
import { connect } from '../src/platform/db/connect.ts';

/** The discard port: the pools connect with their first statement, and there is none. */
const NO_SERVER = 'postgres://nobody@127.0.0.1:9/none';

/** Runs the work with the app that the service runs, whose routes carry their schemas. It needs no database. */
export async function withApp<Result>(work: (app: App) => Result): Promise<Result> {
  const database = connect(NO_SERVER);
  const services = createServices({
    config: readConfig({ LOG_LEVEL: 'silent' }),
    version: '',
    database,
    secretKeys: ['signs nothing that anybody sees'],
    wakeRosterWorker: () => {},
    onError: (error) => {
      throw error;
    },
  });
  const app = await buildApp(services);
  try {
    return work(app);
  } finally {
    await app.close();
    await database.close();
  }
}
