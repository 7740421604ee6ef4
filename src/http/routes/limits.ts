import { Type } from 'typebox';
import { MOST_ERRORS_SHOWN } from '../../errors.ts';
import { ANY_KEY } from '../access.ts';
import type { App } from '../app.ts';
import { SMALL_BODY_BYTES } from '../json-bodies.ts';
import { MOST_FILTER_VALUES, PER_PAGE, record } from '../schemas.ts';
import { HEADER_BYTES } from '../server-options.ts';
import type { Services } from '../services.ts';

export function limitRoutes(app: App, { config }: Services): void {
  app.get(
    '/limits',
    {
      config: { access: ANY_KEY },
      schema: {
        operationId: 'limits',
        summary: 'The limits as enforced',
        tags: ['Service'],
        response: {
          200: record(
            Type.Object({
              requestsPerMinute: Type.Integer({ description: 'Per API key and node; 0 means no limit.' }),
              perPageDefault: Type.Integer(),
              perPageMaximum: Type.Integer(),
              filterValuesMaximum: Type.Integer({ description: 'Values in one list parameter.' }),
              headerBytesMaximum: Type.Integer({ description: 'Request line and headers together.' }),
              smallBodyBytesMaximum: Type.Integer({ description: 'Of a JSON body that is not a roster.' }),
              errorsShownMaximum: Type.Integer({ description: 'Entries of `errors` in one problem.' }),
            }),
          ),
        },
      },
    },
    async () => ({
      data: {
        requestsPerMinute: config.rateLimitPerMinute,
        perPageDefault: PER_PAGE.default,
        perPageMaximum: PER_PAGE.maximum,
        filterValuesMaximum: MOST_FILTER_VALUES,
        headerBytesMaximum: HEADER_BYTES,
        smallBodyBytesMaximum: SMALL_BODY_BYTES,
        errorsShownMaximum: MOST_ERRORS_SHOWN,
      },
    }),
  );
}
