import { choosePalette, paletteOf } from '../../../lib/palette.ts';
import { chooseScheme, schemeShown } from '../../../lib/scheme.ts';

/** Makes the colour switches work. */
export const hearColours = (): void => {
	for (const button of document.querySelectorAll('[data-act="theme"]'))
		button.addEventListener('click', () => chooseScheme(schemeShown() === 'dark' ? 'light' : 'dark'));
	for (const input of document.querySelectorAll<HTMLInputElement>('[data-act="palette"]')) {
		input.checked = input.value === document.documentElement.dataset['palette'];
		input.addEventListener('change', () => choosePalette(paletteOf(input.value)));
	}
};
