import { PARAMETERS_V1 as P } from '@sw/domain/signals/parameters';
import { notesWords } from '../../charts/wheel/annotated-notes-words.ts';
import type { Part } from './parts.ts';

const { notes } = notesWords;
/** '1, 2 and 4' */
const listed = (numbers: readonly number[]): string => `${numbers.slice(0, -1).join(', ')} and ${numbers.at(-1)}`;

const CANDIDATE = 'A candidate is an unusual situation that was measured, never advice to buy or sell.';

/** Words of the page about the service. */
export const aboutWords = {
	lead: 'Signalwheel watches the whole market at every quarter-hour, measures how extreme each ticker is on several timeframes at once, and hands you a short ranked list whose every number can be explained, replayed and checked against what happened next.',
	wheel: 'How a wheel is read',
	help: 'Touch a cell, or walk from cell to cell with the arrow keys, to read its sentence.',
	cells: 'Every cell in words',
	partByPart: 'Part by part',
	parts: {
		slices: {
			title: notes.slices.title,
			text: 'Each slice is a sector: the price, the sum of calls and puts, the volume, and calls minus puts.',
		},
		rings: {
			title: notes.rings.title,
			text: 'Each ring is a timeframe, short inside and long outside. The thinner ones are not rated: they are drawn beside the others, and count for nothing in the rate.',
		},
		shade: {
			title: notes.shade.title,
			text: `A cell is shaded by its depth: how many of five fixed rings the sector has crossed on that timeframe. A ring is crossed at ${listed(P.rings)} typical moves. A typical move is what such a stretch of that ticker usually does, at that time of day.`,
		},
		colour: { title: notes.colour.title, text: 'The side that a cell speaks for. Volume, and the sum of calls and puts, have none.' },
		number: {
			title: notes.number.title,
			text: `The weighted sum of depths over the three rated timeframes, with weights ${listed(P.slotWeights)}. It is a whole number and orders the list.`,
		},
		dashed: {
			title: 'Dashed = not measured',
			text: 'A dashed cell could not be measured. It is told as n/a and adds nothing to the rate: nothing is ever filled in.',
		},
	} satisfies Record<Part, { title: string; text: string }>,
	sections: [
		{
			title: 'What a report is',
			paragraphs: [
				'A report is the immutable result of one quarter-hour. It uses nothing that came later, carries the hash of its content chained to the report before it, and can be computed again from the stored prices. A correction makes a new version; the older one stays readable.',
			],
		},
		{
			title: 'What a candidate is',
			paragraphs: [
				`${CANDIDATE} Extreme rise and extreme fall list tickers whose price went unusually far up or down. Coiled spring lists quiet ones whose range has become unusually narrow. Free lists all that are traded enough, so that a filter of your own decides.`,
			],
		},
		{
			title: 'What the rate says',
			paragraphs: [
				'The rate says how unusual a situation is, by one fixed rule for every ticker. It does not say how likely anything is. Every term of it stands on the page of the ticker.',
			],
		},
	],
	hitRate: {
		title: 'What a hit rate is',
		paragraphs: [
			'A case is a hit where the ticker moved, after assumed costs, in the candidate’s direction further than the middle ticker of its size. The hit rate is how often that was so. Beside it stand how many cases were counted, the interval within which chance leaves it, and the base rate: how often a pick by chance from the same sizes at the same times would have hit.',
		],
		record: (tab: string) => `Of the list “${tab}”, counted anew after each session:`,
		limits: 'All results are hypothetical. Past results do not foretell later ones.',
	},
	failed: (said: string) => `The present report could not be read: ${said}.`,
	toList: 'To the list',
	toPlans: 'To the plans',
} as const;
