import { SECTORS, SQUEEZE_LABEL, sectorLabel } from '@sw/domain/signals/sector';
import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { cellSentence, sliceName, wheelSentence } from '@sw/domain/signals/wheel/words';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { sectorName } from '../../entities/ticker/sector-name.ts';
import { SLICES } from '../breadth/slices.ts';

const STRATEGY = strategyNamed('first');

describe('a cell has the same words', () => {
	it.each(SECTORS)('$label on a card, on the ticker page, in breadth and in sentences', ({ key, sector, operation, label }) => {
		const wheel = createWheelModel([{ sector, operation, intersections: [4, 1, 0] }], STRATEGY);
		const [slice] = wheel.slices;
		if (!slice) throw new Error('one slice');
		expect([sliceName(slice), sectorName(key, 'free'), SLICES[key].name, sectorLabel(key)]).toEqual([label, label, label, label]);
		expect(cellSentence(slice, '15m', 4)).toBe(`${label} on 15m: depth 4 of 5`);
		expect(wheelSentence({ ticker: 'AVLN', candidate: 'listed as unusual', rate: 4 }, wheel)).toBe(
			`AVLN, listed as unusual, rate 4: ${label} on 15m: depth 4 of 5.`,
		);
	});

	it('where a coiled spring is quiet', () => {
		expect([sectorName('price_short', 'coiled_spring'), SLICES.squeeze.name, sectorLabel('squeeze')]).toEqual([
			SQUEEZE_LABEL,
			SQUEEZE_LABEL,
			SQUEEZE_LABEL,
		]);
	});
});
