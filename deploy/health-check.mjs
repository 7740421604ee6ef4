// For images, which have no curl. The exit code is 0 if the node is ready.
const port = process.env.PORT ?? '8080';
const isReady = await fetch(`http://127.0.0.1:${port}/health/ready`, {
  signal: AbortSignal.timeout(4_000),
}).then(
  ({ ok }) => ok,
  () => false,
);
process.exit(isReady ? 0 : 1);
