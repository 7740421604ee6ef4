import type { FastifyInstance } from 'fastify';
import type { LogLevel } from '../config.ts';

/**
 * One line a response: the route's pattern, never the address, whose query may hold names and e-mail addresses.
 * What went well is logged at `debug`, so that a busy node is not slowed by its own log.
 */
export function logResponses(app: FastifyInstance, logLevel: LogLevel): void {
  const tellsSuccess = logLevel === 'debug' || logLevel === 'trace';
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const level = status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
    if (!tellsSuccess && level === 'debug') return done();
    request.log[level](
      {
        method: request.method,
        route: request.routeOptions.url ?? null,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.key?.id ?? null,
      },
      'response',
    );
    done();
  });
}

/** To standard error: standard output belongs to what a command prints. */
export function logOptions(level: LogLevel) {
  if (level === 'silent') return false;
  return { level, stream: process.stderr, base: null, serializers: { err: describeError } };
}

/** Errors in logs carry no values: PostgreSQL quotes rejected ones in its messages and details. */
function describeError(error: Error & { code?: unknown }) {
  const { name: type, code, message, stack = '' } = error;
  if (!isFromDatabase(error)) return { type, code, message, stack };
  return {
    type,
    code,
    message: 'The database refused a statement.',
    ...pick(error, ['severity', 'constraint_name', 'table_name', 'column_name', 'routine']),
    // Its text has placeholders where the values are, and says better than a stack which statement it was.
    statement: 'query' in error ? String(error.query).replace(/\s+/g, ' ').trim().slice(0, 300) : undefined,
    // A stack begins with the message, on as many lines as that has.
    stack: stack.replace(message, ''),
  };
}

/** Of either driver. */
const isFromDatabase = (error: Error) => error.name === 'PostgresError' || 'severity' in error;

function pick(source: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)));
}
