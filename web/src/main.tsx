import '@fontsource-variable/inter/wght.css';
import './design/styles/main.css';
import { CSPProvider } from '@base-ui/react/csp-provider';
import { QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { Router } from 'wouter';
import { createQueryClient } from './api/query-client.ts';
import { App } from './app.tsx';
import { applyTheme, chosenTheme } from './design/theme.ts';
import { Toasts } from './design/toast.tsx';
import { loadMessages, preferredLanguage } from './language/language.ts';
import { LanguageProvider } from './language/language-provider.tsx';
import { guardBrowser, leaveFor } from './unsaved/guard.ts';

guardBrowser();
applyTheme(chosenTheme());
const language = preferredLanguage();
const messages = await loadMessages(language);
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');

createRoot(root).render(
  <StrictMode>
    {/* The content security policy forbids style elements. Our own style sheet contains their rules. */}
    <CSPProvider disableStyleElements>
      <LanguageProvider first={{ language, messages }}>
        <QueryClientProvider client={createQueryClient()}>
          <Toasts>
            <Router base="/portal" aroundNav={leaveFor}>
              <App />
            </Router>
          </Toasts>
        </QueryClientProvider>
      </LanguageProvider>
    </CSPProvider>
  </StrictMode>,
);
