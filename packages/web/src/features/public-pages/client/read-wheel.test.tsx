import { createWheelModel } from '@sw/domain/signals/wheel/model';
import { strategyNamed } from '@sw/domain/time/timeframe';
import { afterAll, describe, expect, it } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { notesOf } from '../../../charts/wheel/annotated-notes.tsx';
import { AnnotatedWheel } from '../../../charts/wheel/annotated-wheel.tsx';
import { show } from '../../../testing/page.tsx';
import { bindWheel } from './read-wheel.ts';

const HELP = 'Touch a cell.';
const wheel = createWheelModel(
	[
		{ sector: 'price', operation: 'short', intersections: [3, 4, 4] },
		{ sector: 'volume', operation: null, intersections: [1, 2, null] },
	],
	strategyNamed('first'),
);
const drawn = <AnnotatedWheel wheel={wheel} centre="96" label="AVLN" notes={notesOf(wheel)} help={HELP} />;

function shownText() {
	return document.querySelector('[data-said]')?.textContent;
}

function cell(name: string) {
	return page.getByLabelText(name, { exact: true });
}

/** The position of a cell's digit: the centre of a curved cell's bounding box may be in another cell. */
function onDigit(name: string) {
	const found = cell(name).element();
	const [box, digit] = [found.getBoundingClientRect(), found.querySelector('text')?.getBoundingClientRect() ?? new DOMRect()];
	return { position: { x: digit.x + digit.width / 2 - box.x, y: digit.y + digit.height / 2 - box.y } };
}

function outline() {
	return document.querySelector('[data-outline]')?.getAttribute('d');
}

function stops() {
	return [...document.querySelectorAll('[data-slice][tabindex="0"]')].map((stop) => stop.getAttribute('aria-label'));
}

describe('a wheel whose cells are read', () => {
	let begun = false;
	/** Listens once, since a page starts once. */
	const open = async () => {
		await show(drawn);
		if (!begun) bindWheel();
		begun = true;
		await expect.poll(shownText).toBe(HELP);
	};
	afterAll(() => document.body.replaceChildren());

	it('says the cell that is pointed at, until nothing is', async () => {
		await open();
		await cell('Rose on 30m: depth 4 of 5').hover(onDigit('Rose on 30m: depth 4 of 5'));
		await expect.poll(shownText).toBe('Rose on 30m: depth 4 of 5');
		await page.getByText('Slice = sector').hover();
		await expect.poll(shownText).toBe(HELP);
	});

	it('keeps the cell that is tapped, outlined, until another one is', async () => {
		await open();
		await cell('Volume busy on 1h: not measurable').click(onDigit('Volume busy on 1h: not measurable'));
		await expect.poll(shownText).toBe('Volume busy on 1h: not measurable');
		expect(outline()).toBe(document.activeElement?.querySelector('path')?.getAttribute('d'));
		await page.getByText('Slice = sector').hover();
		expect(shownText()).toBe('Volume busy on 1h: not measurable');
	});

	it('is one tab stop that arrow keys move, and Home and End', async () => {
		await open();
		expect(stops()).toEqual(['Rose on 15m: depth 3 of 5']);
		(document.querySelector('[tabindex="0"]') as SVGGElement).focus();
		for (const [key, sentence] of [
			['ArrowUp', 'Rose on 30m: depth 4 of 5'],
			['ArrowRight', 'Volume busy on 30m: depth 2 of 5'],
			['End', 'Volume busy on 1h: not measurable'],
			['ArrowLeft', 'Rose on 1h: depth 4 of 5'],
			['Home', 'Rose on 15m: depth 3 of 5'],
		] as const) {
			await userEvent.keyboard(`{${key}}`);
			expect([shownText(), stops()]).toEqual([sentence, [sentence]]);
		}
		(document.activeElement as SVGGElement).blur();
		expect([shownText(), outline()]).toEqual([HELP, '']);
	});

	it('goes on with the wheel of a newer report that took its place', async () => {
		await open();
		const figure = document.querySelector('[data-wheel]') as HTMLElement;
		figure.replaceWith(figure.cloneNode(true));
		await cell('Volume busy on 15m: depth 1 of 5').click(onDigit('Volume busy on 15m: depth 1 of 5'));
		await expect.poll(shownText).toBe('Volume busy on 15m: depth 1 of 5');
	});
});
