import '@fontsource-variable/inter/wght.css';
import '../design/styles/tokens.css';
import '../design/styles/base.css';
import '../design/styles/controls.css';
import '../design/styles/parts.css';
import './me.css';
import { createRoot } from 'react-dom/client';
import { App } from './app.tsx';
import { language, m } from './words.ts';

document.documentElement.lang = language;
document.title = m.title;
const root = document.getElementById('root');
if (!root) throw new Error('the page has no root');
createRoot(root).render(<App />);
