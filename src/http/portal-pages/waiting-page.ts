/** Shown while the portal is being built and after a failed build. Works without scripts. */
export function waitingPage(state: 'building' | 'failed'): string {
  const [title, text, refresh] =
    state === 'building'
      ? [
          'The portal is being prepared',
          'This happens once after an update and takes a few seconds. The page reloads by itself.',
          '<meta http-equiv="refresh" content="1">',
        ]
      : [
          'The portal could not be built',
          'The service itself works. Its log says what went wrong; reload this page to try again.',
          '',
        ];
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
${refresh}
<title>${title}</title>
</head>
<body>
<h1>${title}</h1>
<p>${text}</p>
</body>
</html>
`;
}
