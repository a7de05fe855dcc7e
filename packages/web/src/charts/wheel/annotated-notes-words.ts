/** Words of what the parts of a wheel mean. */
export const notesWords = {
	oneCard: (clock: string) => `one card of the ${clock} report`,
	example: 'an example, not a ticker',
	exampleName: 'Example',
	notes: {
		slices: { title: 'Slices = what', text: 'price, volume, calls + puts, calls\u00a0−\u00a0puts' },
		rings: { title: 'Rings = how long', text: (from: string, to: string) => `${from} inside, ${to} outside` },
		shade: { title: 'Shade = how unusual, 1–5', text: 'rings crossed; five is rarest' },
		colour: { title: 'Colour = direction' },
		number: { title: 'The number = rate', text: (weights: string) => `all shades, ${weights}; the list is ranked by it` },
	},
	colours: { short: 'rose: short, may fall back', long: 'fell: long, may recover', volume: 'volume', sum: 'calls + puts' },
	weighed: (longest: string) => `${longest} counts most`,
} as const;
