/** What a page without framework does in the browser: its colours are chosen, and every minute its tables are put in place anew. */
import { choosePalette, paletteOf } from '../../../lib/palette.ts';
import { REFRESH_MS } from '../../../lib/refresh.ts';
import { chooseScheme, schemeShown } from '../../../lib/scheme.ts';

const root = document.documentElement;

for (const button of document.querySelectorAll('[data-act="theme"]'))
	button.addEventListener('click', () => chooseScheme(schemeShown() === 'dark' ? 'light' : 'dark'));

for (const input of document.querySelectorAll<HTMLInputElement>('[data-act="palette"]')) {
	input.checked = input.value === root.dataset['palette'];
	input.addEventListener('change', () => choosePalette(paletteOf(input.value)));
}

/** Puts what has changed in the place of what stood there: rows keep their height, so that nothing moves under the reader. */
const refresh = async (): Promise<void> => {
	const answer = await fetch(location.pathname, { headers: { accept: 'text/html' } });
	if (!answer.ok) return;
	const next = new DOMParser().parseFromString(await answer.text(), 'text/html').querySelector('main');
	const shown = document.querySelector('main');
	// Whoever has the focus in it would lose it.
	if (!next || !shown || shown.contains(document.activeElement)) return;
	if (next.innerHTML !== shown.innerHTML) shown.replaceChildren(...next.childNodes);
};

setInterval(() => {
	if (document.visibilityState === 'visible') refresh().catch(() => {});
}, REFRESH_MS);
