/** Texts that explain the parts of a wheel. */
export const notesWords = {
	oneCard: (clock: string) => `a card from the ${clock} report`,
	example: 'an example, not a ticker',
	exampleName: 'Example',
	notes: {
		slices: { title: 'Slice = sector', text: 'price, volume, calls + puts, calls\u00a0−\u00a0puts' },
		rings: { title: 'Ring = timeframe', text: (from: string, to: string) => `${from} inside, ${to} outside` },
		shade: { title: 'Shade = depth, 1–5', text: 'levels reached; 5 is rarest' },
		colour: { title: 'Colour = direction' },
		number: { title: 'Number = rate', text: (weights: string) => `weighted sum of depths, ${weights}; ranks the list` },
	},
	colours: { short: 'rose: short, may fall back', long: 'fell: long, may recover', volume: 'volume', sum: 'calls + puts' },
	weighed: (longest: string) => `${longest} counts most`,
} as const;
