import type { FastifyInstance } from 'fastify';
import type { LogLevel } from '../platform/config/config.ts';

/** Where load balancers ask. While the database is away, they would write a line every few seconds. */
const HEALTH = ['/health', '/health/ready'];

/**
 * Logs one line per response with the route's pattern, never the URL, whose query may contain names and
 * e-mail addresses. Successful responses are logged at `debug`, so that logging does not slow down a busy
 * node.
 */
export function logResponses(app: FastifyInstance, logLevel: LogLevel): void {
  const tellsSuccess = logLevel === 'debug' || logLevel === 'trace';
  app.addHook('onResponse', (request, reply, done) => {
    const { statusCode: status } = reply;
    const route = request.routeOptions.url ?? null;
    const level = levelOf(status, route);
    if (!tellsSuccess && level === 'debug') return done();
    request.log[level](
      {
        method: request.method,
        route,
        status,
        ms: Math.round(reply.elapsedTime * 10) / 10,
        key: request.key?.id ?? null,
      },
      'response',
    );
    done();
  });
}

function levelOf(status: number, route: string | null): 'debug' | 'info' | 'error' {
  if (status === 503 && route !== null && HEALTH.includes(route)) return 'debug';
  return status >= 500 ? 'error' : status >= 400 ? 'info' : 'debug';
}

/** Writes a line, or leaves it out. Gets its values, which have an error as `err`. */
type Filter = (values: unknown, write: () => void) => void;

/** Logs go to standard error; standard output is for the output of commands. */
export function logOptions(level: LogLevel, filter: Filter = (_, write) => write()) {
  if (level === 'silent') return false;
  return {
    hooks: {
      logMethod(this: object, args: [unknown, ...unknown[]], method: (...args: never[]) => void) {
        filter(args[0], () => Reflect.apply(method, this, args));
      },
    },
    level,
    stream: process.stderr,
    base: null,
    timestamp: isoTime,
    serializers: { err: describeError },
  };
}

/** As people write it: `2026-11-01T00:00:00.000Z`. */
const isoTime = () => `,"time":"${new Date().toISOString()}"`;

/** Errors are logged without values, because PostgreSQL quotes rejected values in messages and details. */
function describeError(error: Error & { code?: unknown }) {
  const { name: type, code, message, stack = '' } = error;
  if (!isFromDatabase(error)) return { type, code, message, stack };
  return {
    type,
    code,
    message: 'The database refused a statement.',
    ...pick(error, ['severity', 'constraint_name', 'table_name', 'column_name', 'routine']),
    // The text of the statement has placeholders instead of values and identifies the statement better than a
    // stack.
    statement: 'query' in error ? String(error.query).replace(/\s+/g, ' ').trim().slice(0, 300) : undefined,
    // A stack begins with the message, which may have several lines.
    stack: stack.replace(message, ''),
  };
}

/** Error fields of both drivers. */
const isFromDatabase = (error: Error) => error.name === 'PostgresError' || 'severity' in error;

function pick(source: object, names: string[]): Record<string, unknown> {
  return Object.fromEntries(Object.entries(source).filter(([name]) => names.includes(name)));
}
