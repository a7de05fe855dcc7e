/** Texts of the frame around every page, with or without a framework. */
export const frameWords = {
	product: 'Signalwheel',
	home: 'Signalwheel, home',
	skip: 'Skip to content',
	menuLabel: 'Menu',
	menuOpen: 'Open menu',
	menuClose: 'Close menu',
	menu: {
		main: 'Main',
		filters: 'Filters',
		top: 'Top',
		favourites: 'Favourites',
		frozen: 'Frozen List',
		about: 'About Service',
	},
	signIn: 'Sign in',
	profile: 'Profile',
	theme: 'Switch between dark and light',
	simulated: 'Simulated market',
	simulatedHint: 'All tickers and prices here are invented.',
	paletteLabel: 'Colours',
	palettes: { 'green-up': 'Green up', 'red-up': 'Red up', 'blue-orange': 'Blue / orange' },
	disclaimer:
		'All results are hypothetical. A candidate is an unusual situation, never advice to buy or sell. Past results don’t predict future results.',
} as const;
