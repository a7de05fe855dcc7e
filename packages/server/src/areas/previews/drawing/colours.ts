const DARK = {
	page: '#0c1015',
	surface: '#131920',
	track: '#1c2530',
	line: '#232d38',
	ink: '#e6edf3',
	muted: '#8b98a5',
	accent: '#8f8bf0',
	red: '#f0616d',
	green: '#2fbf9b',
	either: '#93a1af',
	volume: '#8f8bf0',
	sum: '#e2b54a',
} as const;

export type Colours = Readonly<Record<keyof typeof DARK, string>>;

const LIGHT: Colours = {
	page: '#f5f7f9',
	surface: '#ffffff',
	track: '#edf1f4',
	line: '#dde4ea',
	ink: '#16202a',
	muted: '#5a6672',
	accent: '#5a53cc',
	red: '#cc3443',
	green: '#0e7a63',
	either: '#5f6f7e',
	volume: '#6a63d9',
	sum: '#ad7d0d',
};

/** The colours of the web app (packages/web/src/styles/tokens.css), for embeds and previews on other sites. */
export const SCHEMES: Readonly<Record<'light' | 'dark', Colours>> = { light: LIGHT, dark: DARK };

/** Colours of link previews, which have no theme. */
export const COLOURS: Colours = DARK;

/** Opacity of cells with depth 1 to 5. */
export const DEPTH_OPACITY = [0.27, 0.45, 0.63, 0.82, 1] as const;
