import { fileURLToPath } from 'node:url';

/**
 * The folder in which Node keeps what it has compiled, for NODE_COMPILE_CACHE. To compile is two thirds of what a short
 * command costs, and a test run starts some hundred processes that share most of their files.
 */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/test-compiled', import.meta.url));
