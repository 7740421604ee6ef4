// Loaded before the program, and by any version of Node: an old one would only say that it does not know the extension .ts.
// `npm start` uses the Node that `npm ci` installs. Another one runs if its install script was not allowed to run.
const OLDEST = 24;

if (Number.parseInt(process.versions.node, 10) < OLDEST) {
  process.stderr.write(
    `transit: This is Node ${process.versions.node}, and the service needs Node ${OLDEST}. npm ci installs it with the service: ` +
      'run npm ci without --ignore-scripts, then npm start.\n',
  );
  process.exit(1);
}
