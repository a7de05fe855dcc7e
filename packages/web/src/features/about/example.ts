import { PARAMETERS_V1 } from '@sw/domain/signals/parameters';
import { candidateLabel } from '@sw/domain/signals/sector';
import { createWheelModel, type WheelModel } from '@sw/domain/signals/wheel/model';
import { wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { notesWords } from '../../charts/wheel/annotated-notes-words.ts';

/** The wheel that the page explains. */
export interface ShownWheel {
	readonly wheel: WheelModel;
	readonly rate: number;
	/** A sentence that describes the wheel. */
	readonly sentence: string;
}

const wheel = createWheelModel(
	[
		{ sector: 'price', operation: 'short', intersections: [2, 4, 4, 3, 1] },
		{ sector: 'call_with_put', operation: null, intersections: [1, 2, 3, 1, 0] },
		{ sector: 'volume', operation: null, intersections: [0, 3, 4, 2, 1] },
		{ sector: 'call_without_put', operation: 'short', intersections: [1, 3, 5, 2, null] },
	],
	strategyNamed('first'),
	'short',
);

/** The rate: weighted sum of the depths on the rated rings, the inner three. */
const rate = wheel.slices.reduce(
	(sum, { depths }) => sum + PARAMETERS_V1.slotWeights.reduce((ringSum, weight, ring) => ringSum + weight * (depths[ring] ?? 0), 0),
	0,
);

/** An invented wheel with every kind of cell, shown if no report has a card. */
export const EXAMPLE: ShownWheel = {
	wheel,
	rate,
	sentence: wheelSentence({ ticker: notesWords.exampleName, candidate: candidateLabel('extreme_rise', 'short'), rate }, wheel),
};
