import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { describe, expect, it } from 'vitest';
import { userEvent } from 'vitest/browser';
import { show } from '../../testing/page.tsx';
import { DetailWheel } from './detail-wheel.tsx';

const wheel = createWheelModel(
	[
		{ sector: 'price', operation: 'short', intersections: [3, 4, 4] },
		{ sector: 'volume', operation: null, intersections: [1, 2, null] },
	],
	strategyNamed('first'),
);

function outlines(): SVGPathElement[] {
	return [...document.querySelectorAll<SVGPathElement>('svg > path')];
}

describe('the large wheel by keyboard', () => {
	it('outlines the focused cell alone, whole and above its neighbours, whatever its own edge is', async () => {
		await show(<DetailWheel wheel={wheel} centre="96" label="AVLN" help="Arrow keys walk the cells." />);
		expect(outlines()).toEqual([]);
		await userEvent.tab();
		await userEvent.keyboard('{ArrowRight}{ArrowUp}{ArrowUp}');
		await expect.poll(() => document.activeElement?.getAttribute('aria-label')).toBe('Volume busy on 1h: not measurable');
		const cell = document.activeElement as Element;
		await expect.poll(outlines).toHaveLength(1);
		const [outline] = outlines();
		expect(outline?.getAttribute('d')).toBe(cell.querySelector('path')?.getAttribute('d'));
		expect(getComputedStyle(outline as SVGPathElement).strokeDasharray).toBe('none');
		expect(getComputedStyle(cell).outlineStyle).toBe('none');
		// Later in the document means drawn above.
		const after = (outline as SVGPathElement).compareDocumentPosition(cell) & Node.DOCUMENT_POSITION_PRECEDING;
		expect(after).not.toBe(0);
		await userEvent.tab();
		await expect.poll(outlines).toEqual([]);
	});
});
