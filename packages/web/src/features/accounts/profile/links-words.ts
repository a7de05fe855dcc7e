/** Texts of the links to other sites that an account sets. */
export const linksWords = {
	intro: 'Shown on a ticker’s page, where the key o opens the first, and on the back of its card.',
	placeholders:
		'Placeholders: {symbol} (BRK.B), {yahoo} (BRK-B), {tv} (EXCHANGE:SYMBOL, or the symbol where the exchange isn’t known), {exchange}.',
	none: 'You have no links. Add one, or restore the presets.',
	list: 'Your links',
	first: (name: string) => `Make first: ${name}`,
	firstShort: 'Make first',
	remove: (name: string) => `Remove ${name}`,
	removeShort: 'Remove',
	name: 'Site',
	template: 'Address',
	templateHint: 'For example https://broker.example/quote/{symbol}',
	add: 'Add link',
	nameTaken: 'You have a link with this name.',
	full: (n: number) => `You have ${n} links. Remove one first.`,
	presets: 'Restore presets',
	saved: 'Links saved.',
	failed: 'Couldn’t save links',
} as const;
