/** Words of why a ticker stands where it stands. */
export const whyWords = {
	title: 'Why it is here',
	columns: { term: 'term', product: 'depth × weight', adds: 'adds' },
	other: (n: number) => `other ${n} terms`,
	empty: 'No rated cell is lit: the rate is 0.',
	total: 'rate',
	notListed: (tab: string) => `Not in the list ${tab} of this report.`,
	hypothetical: 'Hypothetical: a candidate is an unusual situation, never advice to buy or sell.',
	allowance: (left: number, limit: number) => `${left} of ${limit} free tickers left today`,
	changeTitle: (clock: string) => `Since ${clock}`,
	weights: (slots: string, rings: string) => `Weights: ${slots}. Rings light from ${rings} typical moves on.`,
	window: (timeframe: string, sessions: number) => `Typical moves of ${timeframe} are those of the last ${sessions} sessions.`,
	noChangeTitle: 'Since the report before',
	noChange: 'There is no earlier report of it that your license opens.',
	rateChange: (from: number, to: number) =>
		to === from ? `Rate ${to}, unchanged.` : `Rate ${from} → ${to} (${to > from ? '+' : '−'}${Math.abs(to - from)}).`,
	entered: 'It came into this list.',
	left: 'It left this list.',
	sameCells: 'Every cell has the depth it had.',
	crossed: (cell: string, ring: number) => `${cell} crossed ring ${ring}`,
	fell: (cell: string, ring: number) => (ring === 0 ? `${cell} went out` : `${cell} fell to ring ${ring}`),
	measurable: (cell: string, ring: number) => `${cell} can be measured again, ring ${ring}`,
	notMeasurable: (cell: string) => `${cell} can no longer be measured`,
	andMore: (n: number) => `; and ${n} more`,
	marginTitle: 'What would change it',
	noMargins: 'No rated cell is measured.',
	gains: (cell: string, next: string, z: string, weight: number) => `${cell} lights a ring from ${next} on (now ${z}): +${weight}.`,
	loses: (cell: string, holds: string, z: string, weight: number) => `${cell} loses a ring below ${holds} (now ${z}): −${weight}.`,
	priceRing: 'a price ring',
	squeezeRing: 'a squeeze ring and no price ring',
	place: (what: string, lit: number, listed: boolean) =>
		`Its place needs ${what} on two of the three slots: ${lit} now${listed && lit === 2 ? ', so losing one takes it out' : ''}.`,
} as const;

/** Words of computing a report anew. */
export const verifyWords = {
	button: 'Verify this report',
	hint: 'Computes the whole report anew from the stored bars and compares every cell.',
	working: (share: number) => `Computing it anew: ${share} %`,
	identical: 'Identical: every word, price and mention, and the content hash.',
	identicalHash: 'Identical: the stored rows have the recorded hash. A forecast report is held to its hash alone.',
	different: (n: string) => `Different in ${n} cells`,
	changed: 'Its record is not as it was published',
	difference: (ticker: string, cell: string, stored: string, recomputed: string) =>
		`${ticker} ${cell}: stored ${stored}, recomputed ${recomputed}`,
	andMore: (n: string) => `and ${n} more`,
	sameInputs: 'The bars are the ones that entered it.',
	otherInputs: 'The bars have changed since it was built.',
	otherEngine: 'Another version of the engine built it: cells may differ by its rules.',
	hash: (hash: string) => `Content hash ${hash}`,
	failed: 'The report could not be verified.',
	retry: 'Try again',
} as const;
