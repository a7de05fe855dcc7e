import { chooseScheme, schemeShown } from '../../lib/scheme.ts';
import css from './header.module.css';
import { words } from './words.ts';

/** Half a disc, lit on one side: the same sign in both themes, so that the first HTML needs to know neither. */
const Sign = () => (
	<svg viewBox="0 0 20 20" width="16" height="16" aria-hidden="true">
		<circle cx="10" cy="10" r="7.2" fill="none" stroke="currentColor" strokeWidth="1.6" />
		<path d="M10 2.8a7.2 7.2 0 0 1 0 14.4z" fill="currentColor" />
	</svg>
);

/** Changes dark to light and back, and keeps the choice in the cookie. */
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
