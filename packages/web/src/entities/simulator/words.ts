/** Texts about the simulated market; the effects are those of docs/simulated-market.md. */
export const words = {
	title: 'Simulated market: what it contains',
	lead: 'This record is of an invented market. Three effects are planted in it, and nothing else in it can be predicted: all other records should be no better than chance. The engine sees bars and option sums alone. Folders of earlier versions keep their market, which has no effects.',
	sizes:
		'The effects are about twice as large as published ones: in the 60 sessions of a new folder smaller ones can’t be detected. A list says what happened after lists like it within 5 bars; the API measures other horizons, too.',
	find: (direction: string, horizon: number) =>
		`List that finds it (${direction}, clearest after ${horizon} ${horizon === 1 ? 'bar' : 'bars'}).`,
	rise: 'to rise',
	fall: 'to fall',
	effects: {
		reversal: [
			'Reversal of rises without volume',
			'Small and micro caps that rose unusually far in five sessions without volume lose 120 bp between the next open and close.',
		],
		continuation: [
			'Continuation of rises with volume',
			'Large and mid caps that rose as far with volume in the last session gain 110 bp between the next open and close.',
		],
		calls: [
			'Busy calls',
			'Large and mid caps whose calls are sought after, in this session or the one before, gain 70 bp between open and close.',
		],
		puts: ['Busy puts: nothing', 'Puts are sought after as often as calls, and nothing follows. It only looks like an effect.'],
	},
} as const;
