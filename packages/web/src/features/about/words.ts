import { PARAMETERS_V1 as P } from '@sw/domain/signals/parameters';
import { notesWords } from '../../charts/wheel/annotated-notes-words.ts';

const { notes } = notesWords;

/** Joins numbers as text: '1, 2 and 4'. */
function listed(numbers: readonly number[]): string {
	return `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;
}

const CANDIDATE = 'A candidate is an unusual situation, never advice to buy or sell.';

/** Texts of the about page. */
export const aboutWords = {
	lead: 'Every 15 minutes Signalwheel measures how extreme each ticker is on several timeframes and ranks the most unusual ones. You can explain every number, replay every report and check it against what happened next.',
	wheel: 'How to read a wheel',
	help: 'Tap a cell or use the arrow keys to read what it means.',
	cells: 'All cells as text',
	partByPart: 'Part by part',
	parts: {
		slices: {
			title: notes.slices.title,
			text: 'Each slice is a sector: price, calls plus puts, volume, and calls minus puts.',
		},
		rings: {
			title: notes.rings.title,
			text: 'Each ring is a timeframe, the shortest inside and the longest outside. Thinner rings are shown for context and don’t count in the rate.',
		},
		shade: {
			title: notes.shade.title,
			text: `The shade shows depth: how many of five fixed levels the sector has reached on that timeframe. The levels are ${listed(P.rings)} typical moves. A typical move is what this ticker usually does over such a period at that time of day.`,
		},
		colour: { title: notes.colour.title, text: 'The direction the cell supports. Volume and calls plus puts have none.' },
		number: {
			title: notes.number.title,
			text: `The weighted sum of depths over the three rated timeframes, with weights ${listed(P.slotWeights)}. Lists are ranked by it.`,
		},
		dashed: {
			title: 'Dashed = not measured',
			text: 'A dashed cell could not be measured. It is shown as n/a and adds nothing to the rate.',
		},
	},
	sections: [
		{
			title: 'What a report is',
			paragraphs: [
				'A report is the immutable result of one 15-minute slot. It uses only data known at its time, its content hash is chained to the report before it, and it can be recalculated from the stored prices. A correction adds a new version; the older one stays available.',
			],
		},
		{
			title: 'What a candidate is',
			paragraphs: [
				`${CANDIDATE} Extreme rise and extreme fall list tickers whose price moved unusually far. Coiled spring lists quiet tickers with an unusually narrow range. Free lists all tickers with enough trading, so your own filter decides.`,
			],
		},
		{
			title: 'What the rate means',
			paragraphs: [
				'The rate shows how unusual a situation is, by the same rule for every ticker. It is not a probability. The ticker’s page shows each term.',
			],
		},
	],
	hitRate: {
		title: 'What a hit rate is',
		paragraphs: [
			'A case is a hit if the ticker moved further in the candidate’s direction than the median ticker of its size, after assumed costs. The hit rate is the share of hits. It is shown with the number of cases, its 95 % interval (Wilson’s or a bootstrap’s over sessions, whichever is wider) and the base rate: how often random tickers of the same sizes at the same times would have hit.',
		],
		record: (tab: string) => `For the “${tab}” list, updated after each session:`,
		limits: 'All results are hypothetical. Past results don’t predict future results.',
	},
	failed: (said: string) => `Couldn’t load the current report: ${said}.`,
	toList: 'Go to the list',
	toPlans: 'See plans',
} as const;
