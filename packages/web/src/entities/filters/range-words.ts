/** Texts of a range of numbers. */
export const rangeWords = {
	measures: {
		price: 'Price, $',
		cap: 'Market cap, $ million',
		mentions: 'Mentions in 24 h',
		change: 'Change of the day, %',
		dollar_volume: 'Dollar volume, $ million',
		minutes_in_list: 'Time in the list, min',
		price_z: 'Price move, z',
		volume_z: 'Volume, z',
		options_z: 'Calls − puts, z',
	},
	bound: { from: (measure: string) => `${measure}: from`, to: (measure: string) => `${measure}: up to` },
	empty: { from: 'from', to: 'up to' },
	wrongRange:
		'The lower bound must not exceed the upper one. Prices can have four decimals, changes and z two, from -100; other numbers are whole.',
} as const;

/** Texts of the choice of an industry. */
export const industryWords = {
	industry: 'Industry',
	choose: 'Choose an industry',
	any: 'Any industry',
	unknown: 'No industries are known',
	failed: 'Couldn’t load industries',
} as const;
