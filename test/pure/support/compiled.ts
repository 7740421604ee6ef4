import { fileURLToPath } from 'node:url';

/**
 * The folder of Node's compile cache, for NODE_COMPILE_CACHE. Compiling is two thirds of the time of a short
 * command, and a test run starts hundreds of processes that share most of their files.
 */
export const COMPILED = fileURLToPath(new URL('../../../node_modules/.cache/test-compiled', import.meta.url));
