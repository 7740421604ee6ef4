/** The snippets that the page shows: curl, Node and Python. It knows about fifty; a choice of three is read. */
const HIDDEN_CLIENTS = {
  node: ['axios', 'ofetch', 'undici'],
  python: ['python3', 'aiohttp', 'httpx_sync', 'httpx_async'],
  shell: ['httpie', 'wget'],
  ...Object.fromEntries(
    [
      'c',
      'clojure',
      'csharp',
      'dart',
      'fsharp',
      'go',
      'http',
      'java',
      'js',
      'julia',
      'kotlin',
      'objc',
      'ocaml',
      'php',
      'powershell',
      'r',
      'ruby',
      'rust',
      'swift',
    ].map((target) => [target, true]),
  ),
};

/** The colours of the portal. */
const STYLES = `
:root { --scalar-font: "Inter Variable", "Inter", system-ui, -apple-system, "Segoe UI", sans-serif;
  --scalar-font-code: ui-monospace, "SF Mono", "Cascadia Code", "Roboto Mono", "DejaVu Sans Mono", monospace; }
.light-mode { --scalar-color-accent: #0b6355; --scalar-background-accent: #e2f1ed; --scalar-link-color: #0b6355;
  --scalar-button-1: #0b6355; --scalar-button-1-hover: #084e43; --scalar-button-1-color: #fff;
  --scalar-color-1: #17201d; --scalar-color-2: #46504c; --scalar-color-3: #56605c;
  --scalar-background-1: #fff; --scalar-background-2: #f6f6f3; --scalar-background-3: #e9e9e3; --scalar-border-color: #e4e4de; }
.dark-mode { --scalar-color-accent: #54c8b2; --scalar-background-accent: #14332d; --scalar-link-color: #54c8b2;
  --scalar-button-1: #54c8b2; --scalar-button-1-hover: #7ad9c7; --scalar-button-1-color: #05231d;
  --scalar-color-1: #eef2f0; --scalar-color-2: #c3ccc8; --scalar-color-3: #a3afaa;
  --scalar-background-1: #111413; --scalar-background-2: #191d1b; --scalar-background-3: #2a302d; --scalar-border-color: #2d3331; }
`;

/** Everything that would ask another server is off: fonts, telemetry, the proxy, the assistant, the client's web app. */
const CONFIGURATION = {
  url: '/openapi.json',
  theme: 'none',
  customCss: STYLES,
  withDefaultFonts: false,
  telemetry: false,
  agent: { disabled: true },
  mcp: { disabled: true },
  hideClientButton: true,
  showDeveloperTools: 'never',
  persistAuth: false,
  documentDownloadType: 'none',
  operationTitleSource: 'summary',
  defaultOpenAllTags: true,
  authentication: { preferredSecurityScheme: 'apiKey' },
  hiddenClients: HIDDEN_CLIENTS,
  defaultHttpClient: { targetKey: 'shell', clientKey: 'curl' },
};

export const START_SCRIPT = `Scalar.createApiReference('#reference', ${JSON.stringify(CONFIGURATION)});\n`;
