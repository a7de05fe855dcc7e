/** The dark colours of the screens (packages/web/src/styles/tokens.css): a picture stands on other people's pages and has no theme. */
export const COLOURS = {
	page: '#0c1015',
	surface: '#131920',
	track: '#1c2530',
	line: '#232d38',
	ink: '#e6edf3',
	muted: '#8b98a5',
	accent: '#8f8bf0',
	red: '#f0616d',
	green: '#2fbf9b',
	volume: '#8f8bf0',
	sum: '#e2b54a',
} as const;

/** Part of its colour that a cell of depth 1 to 5 shows. */
export const SHADES = [0.27, 0.45, 0.63, 0.82, 1] as const;
