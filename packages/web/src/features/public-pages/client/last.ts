/** The browser script of a page without a framework: colour settings, and a refresh every minute. */
import type { HistoryState } from '@tanstack/react-router';
import { cardAnchor } from '../../../entities/list-state/card-anchor.ts';
import { reportViewing } from '../../../entities/live/report-viewing.ts';
import { sitePath } from '../../../lib/address/site-path.ts';
import { CONSENT_SCRIPT } from '../../../lib/consent-script.ts';
import { markHydrated } from '../../../lib/mark-hydrated.ts';
import { choosePalette, paletteOf } from '../../../lib/storage/palette.ts';
import { chooseScheme, schemeShown } from '../../../lib/storage/scheme.ts';
import { greetMember } from './member.ts';
import { readWheel } from './read-wheel.ts';
import { startRefresh } from './refresh.ts';

/** Makes the colour switches work. */
function bindColourSwitches(): void {
	for (const button of document.querySelectorAll('[data-act="theme"]'))
		button.addEventListener('click', () => chooseScheme(schemeShown() === 'dark' ? 'light' : 'dark'));
	for (const input of document.querySelectorAll<HTMLInputElement>('[data-act="palette"]')) {
		input.checked = input.value === document.documentElement.dataset['palette'];
		input.addEventListener('change', () => choosePalette(paletteOf(input.value)));
	}
}

greetMember();
bindColourSwitches();
readWheel();
startRefresh();
// A simulated market runs faster while a user is viewing a page.
reportViewing(() => void fetch(sitePath('/api/looking'), { method: 'POST' }).catch(() => {}));
// A reader returning from a ticker continues at its card.
document.getElementById(cardAnchor((history.state as HistoryState | null)?.ticker ?? 0))?.focus();
markHydrated();
// Loaded after the first paint, so that it doesn't compete with the content.
requestAnimationFrame(() => setTimeout(() => void import(/* @vite-ignore */ sitePath(CONSENT_SCRIPT))));
