/** Shown if the pages have not been built. */
export const MISSING_PAGE = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<title>This page is not available</title>
</head>
<body>
<h1>This page is not available</h1>
<p>The service works, but its pages have not been built. The operator of the service has to run <code>npm run build</code>.</p>
</body>
</html>
`;
