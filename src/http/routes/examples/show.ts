import { toLink } from '../../schemas.ts';

/** All examples show the night of 16 November 2026 at one company, so that ids lead from one example to the next. */
export const SYNC_ID = '2026-11-16T02:00';
export const DIGEST = 'd4e1f0c29a3b58c7716e0d2f5b8a94c3e6170f2d8b5a4c9e3f1d7060b2a8c5e4';
export const SYNC_PATH = `/hr-integrations/3/syncs/${encodeURIComponent(SYNC_ID)}`;

/** Examples by their title, which the API page shows. */
type Examples = Record<string, unknown>;

interface OperationExamples {
  request?: Examples;
  /** Of the successful answer. */
  response?: Examples;
}

/** By `operationId`. */
export type ByOperation = Record<string, OperationExamples>;

export const page = (item: unknown) => ({
  data: { data: [item], page: 1, perPage: 10, totalPages: 1, total: 1 },
});

export const list = (path: string, item: unknown) => ({
  data: {
    ...page(item).data,
    _links: {
      next: null,
      changes: toLink(`https://tickets.example.com${path}?updatedSince=2026-11-16T02%3A00%3A00.000Z`),
    },
  },
});

export const one = (title: string, value: unknown) => ({ [title]: value });
export const record = (title: string, data: unknown) => one(title, { data });
export const linkTo = (baseUrl: string) => (path: string) => toLink(`${baseUrl}${path}`);
