import { Type } from 'typebox';
import { DATEV_LIMITS, setDatevClients, withoutClient } from '../../../../company/datev/set-datev-clients.ts';
import { selectDatevClients } from '../../../../company/payroll/datev-clients-sql.ts';
import type { App } from '../../../app.ts';
import { nullable, record } from '../../../schemas.ts';
import type { Needs } from '../../../services.ts';
import { actorOf, companyOf } from '../../require-session.ts';
import { named } from '../../schemas.ts';

const upTo = (maximum: number) => Type.Integer({ minimum: 1, maximum });

const Client = named('DatevClient', {
  /** Empty: the company itself. */
  legalEntity: Type.String({ maxLength: 100 }),
  adviserNumber: upTo(DATEV_LIMITS.adviserNumber),
  clientNumber: upTo(DATEV_LIMITS.clientNumber),
  withheldWageType: nullable(upTo(DATEV_LIMITS.wageType)),
  withheldKey: nullable(upTo(DATEV_LIMITS.key)),
  taxFreeWageType: nullable(upTo(DATEV_LIMITS.wageType)),
  taxFreeKey: nullable(upTo(DATEV_LIMITS.key)),
});

const Clients = Type.Object({ clients: Type.Array(Client) });

/** One client at a time, so that two admins do not undo each other's changes. Both together replace a client. */
const Change = Type.Object(
  { remove: Type.Optional(Client.properties.legalEntity), add: Type.Optional(Client) },
  { minProperties: 1 },
);

/** Where the payroll of each legal entity is booked. */
export function datevRoutes(app: App, { database: { sql } }: Needs<'database'>): void {
  app.get(
    '/datev',
    { config: { access: 'portal-see-costs' }, schema: { response: { 200: record(Clients) } } },
    async (request) => ({ data: { clients: await selectDatevClients(sql, companyOf(request)) } }),
  );

  app.patch(
    '/datev',
    {
      config: { access: 'portal-administer' },
      schema: { body: Change, response: { 200: record(Clients) } },
    },
    async (request) => {
      const { remove, add } = request.body;
      const companyId = companyOf(request);
      const clients = await sql.begin((tx) =>
        setDatevClients(tx, companyId, actorOf(request), (present) => [
          ...(remove === undefined ? present : withoutClient(present, remove)),
          ...(add ? [add] : []),
        ]),
      );
      return { data: { clients } };
    },
  );
}
