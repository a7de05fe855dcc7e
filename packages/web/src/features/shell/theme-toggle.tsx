import { chooseScheme, schemeShown } from '../../lib/scheme.ts';
import css from './header.module.css';
import { words } from './words.ts';

/** A half-lit disc: the same icon in both themes, so that the first HTML doesn't depend on the theme. */
const Sign = () => (
	<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
		<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
		<path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
	</svg>
);

/** Switches between dark and light, and keeps the choice in a cookie. */
export const ThemeToggle = () => (
	<button
		type="button"
		className={`${css['toggle']} needs-script`}
		aria-label={words.theme}
		title={words.theme}
		onClick={() => chooseScheme(schemeShown() === 'dark' ? 'light' : 'dark')}
	>
		<Sign />
	</button>
);
