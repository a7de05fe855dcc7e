import type { EmbedTheme } from '@sw/domain/previews/embed-html';
import { COLOURS, type Colours, SCHEMES } from '../drawing/colours.ts';

/** References to the colours that `themeStyle` declares. */
export const NAMED = Object.fromEntries(Object.keys(COLOURS).map((name) => [name, `var(--${name})`])) as unknown as Colours;

/** Declares the theme's colours as CSS variables. */
export function themeStyle(theme: EmbedTheme): string {
	return theme === 'auto'
		? `:root{color-scheme:light dark;${declared(SCHEMES.light)}}@media (prefers-color-scheme:dark){:root{${declared(SCHEMES.dark)}}}`
		: `:root{color-scheme:${theme};${declared(SCHEMES[theme])}}`;
}

function declared(colours: Colours): string {
	return Object.entries(colours)
		.map(([name, colour]) => `--${name}:${colour}`)
		.join(';');
}
