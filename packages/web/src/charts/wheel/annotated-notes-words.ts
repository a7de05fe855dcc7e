/** Texts that explain the parts of a wheel. */
export const notesWords = {
	cardOrigin: (clock: string) => `a card from the ${clock} report`,
	example: 'an example, not a ticker',
	exampleName: 'Example',
	notes: {
		slices: { title: 'Slice = sector', text: 'what happened to price, volume and options' },
		rings: { title: 'Ring = timeframe', text: (from: string, to: string) => `${from} inside, ${to} outside` },
		shade: { title: 'Shade = depth, 1–5', text: 'levels reached; 5 is rarest' },
		colour: { title: 'Colour = candidate' },
		number: { title: 'Number = rate', text: (weights: string) => `weighted sum of depths, ${weights}; ranks the list` },
	},
	colours: { short: 'candidate to fall', long: 'candidate to rise', either: 'no direction', volume: 'volume', sum: 'options' },
	weights: (longest: string) => `${longest} counts most`,
} as const;
