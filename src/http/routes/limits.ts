import { Type } from 'typebox';
import type { Config } from '../../platform/config/config.ts';
import { MAX_ERRORS_SHOWN } from '../../platform/errors.ts';
import { ROSTER_SIZES, SIZES, SPEEDS } from '../../platform/limits.ts';
import { ANY_KEY } from '../access.ts';
import type { App } from '../app.ts';
import { PER_PAGE, record } from '../schemas.ts';
import type { Needs } from '../services.ts';

export function limitRoutes(app: App, { config }: Needs<'config'>): void {
  app.get(
    '/limits',
    {
      config: { access: ANY_KEY, scoped: 'everything' },
      schema: {
        operationId: 'limits',
        summary: 'The limits as enforced',
        tags: ['Service'],
        response: {
          200: record(
            Type.Object({
              requestsPerMinute: Type.Integer({ description: 'Per API key and node; 0 means no limit.' }),
              requestsAtOnce: Type.Integer({
                description:
                  'Requests of one API key that a node works on at the same time; 0 means no limit. The keys and portal users of a company together have twice as many. While no other company asks, reads may be more. Others wait, for up to 10 seconds. Rosters do not count.',
              }),
              perPageDefault: Type.Integer({ description: 'Records of a page, if `perPage` is not given.' }),
              perPageMaximum: Type.Integer({ description: 'The largest `perPage`.' }),
              filterValuesMaximum: Type.Integer({ description: 'Values in one list parameter.' }),
              headerBytesMaximum: Type.Integer({ description: 'Request line and headers together.' }),
              smallBodyBytesMaximum: Type.Integer({ description: 'Of a JSON body that is not a roster.' }),
              rosterEntriesMaximum: Type.Integer({ description: 'Entries of one roster.' }),
              rosterBytesMaximum: Type.Integer({ description: 'Of the body of a roster, decompressed.' }),
              rosterEntryBytesMaximum: Type.Integer({ description: 'Of one entry, as it is written.' }),
              rosterIdleSecondsMaximum: Type.Integer({
                description: 'A roster of which nothing arrives for this long is refused with 408.',
              }),
              rosterGrowthMaximum: Type.Integer({
                description:
                  'How many times its size a compressed roster may have after decompression, if it is large.',
              }),
              rosterBytesPerSecondMinimum: Type.Integer({
                description: 'A roster that arrives more slowly than this for a minute is refused with 408.',
              }),
              rosterSpeeds: Type.Array(
                Type.Object({ fromSecond: Type.Integer(), bytesPerSecondMinimum: Type.Integer() }),
                { description: 'The minimum speed rises with the time that a roster takes.' },
              ),
              largeRosterBytes: Type.Integer({ description: 'A roster with more than this is a large one.' }),
              largeRostersAtOnce: Type.Integer({
                description:
                  'Large rosters that a node receives at the same time. One company gets at most half of them. Others wait.',
              }),
              unfinishedSyncsMaximum: Type.Integer({
                description: 'Syncs of one integration that are accepted and not applied yet.',
              }),
              errorsShownMaximum: Type.Integer({ description: 'Entries of `errors` in one problem.' }),
            }),
          ),
        },
      },
    },
    async () => ({ data: limitsOf(config) }),
  );
}

export function limitsOf(config: Config) {
  const roster = config.rosterLimits;
  return {
    requestsPerMinute: config.rateLimitPerMinute,
    requestsAtOnce: config.requestsAtOnce,
    perPageDefault: PER_PAGE.default,
    perPageMaximum: PER_PAGE.maximum,
    filterValuesMaximum: SIZES.filterValues,
    headerBytesMaximum: SIZES.headerBytes,
    smallBodyBytesMaximum: SIZES.bodyBytes,
    rosterEntriesMaximum: roster.entries,
    rosterBytesMaximum: roster.bytes,
    rosterEntryBytesMaximum: ROSTER_SIZES.entryBytes,
    rosterIdleSecondsMaximum: roster.idleSeconds,
    rosterGrowthMaximum: ROSTER_SIZES.growth,
    rosterBytesPerSecondMinimum: SPEEDS[0].perSecond,
    rosterSpeeds: SPEEDS.map(({ fromMs, perSecond }) => ({
      fromSecond: fromMs / 1000,
      bytesPerSecondMinimum: perSecond,
    })),
    largeRosterBytes: ROSTER_SIZES.smallBytes,
    largeRostersAtOnce: roster.uploadsAtOnce,
    unfinishedSyncsMaximum: roster.unfinishedRuns,
    errorsShownMaximum: MAX_ERRORS_SHOWN,
  };
}
