import { VISITOR_LIMIT_REACHED } from '@sw/domain/access/allowance';
import { expect, it } from 'vitest';
import { page } from 'vitest/browser';
import { TickerFrame } from '../features/ticker/ticker-frame.tsx';
import type { Answers } from '../testing/api.ts';
import { rejectCall } from '../testing/api.ts';
import { show } from '../testing/page.tsx';
import { createTickerDetail, createTickerOutline } from '../testing/tickers.ts';
import { TickerOutlinePage } from './ticker-page.tsx';

type Signals = NonNullable<Answers['signals']>;

/** A visitor opens the ticker with id 7; the panels of its details are one line here. */
function open(signals: Signals) {
	return show(
		<TickerFrame
			view="signals"
			id={7}
			search={{}}
			skeleton={<p>Nothing yet</p>}
			renderOutline={(outline, state, instead) => <TickerOutlinePage outline={outline} state={state} explanation={instead} />}
		>
			{({ detail }) => <p>{`${detail.allowance?.left} left`}</p>}
		</TickerFrame>,
		{
			accounts: { profile: () => rejectCall(401, 'Unauthorized') },
			signals: { landingOutline: () => createTickerOutline('DELAR', 7), ...signals },
		},
	);
}

const name = page.getByRole('heading', { level: 1, name: 'DELAR' });
const rings = page.getByText(/^DELAR, candidate to fall back, rate 96: .*Rose on/);

function busy(): number {
	return document.querySelectorAll('[aria-busy="true"]').length;
}

it('is what anyone may read, and a skeleton where the details will stand, until they have come', async () => {
	const { promise, resolve } = Promise.withResolvers<ReturnType<typeof createTickerDetail>>();
	await open({ landingSectorChart: () => promise });
	await expect.element(name).toBeVisible();
	await expect.element(page.getByText('DELAR Holdings')).toBeVisible();
	await expect.element(page.getByRole('heading', { name: 'Signal wheel — rate 96, candidate to fall back' })).toBeVisible();
	await expect.element(rings).toBeVisible();
	await expect.element(page.getByText(/as of 11:45 ET/)).toBeVisible();
	expect(busy()).toBe(2);
	// Controls that need the details are not shown until they have loaded.
	await expect.element(page.getByRole('navigation', { name: 'Show sectors 4 / 6' })).not.toBeInTheDocument();
	const head = name.element();
	resolve(createTickerDetail('DELAR', 7));
	await expect.element(page.getByText('7 left')).toBeVisible();
	await expect.element(page.getByRole('navigation', { name: 'Show sectors 4 / 6' })).toBeVisible();
	expect(busy()).toBe(0);
	expect(name.element()).toBe(head);
});

it('stands when the allowance is spent, with the words for that beside it, and asks no more', async () => {
	const { calls } = await open({ landingSectorChart: () => rejectCall(404, VISITOR_LIMIT_REACHED) });
	await expect.element(page.getByRole('heading', { level: 2, name: VISITOR_LIMIT_REACHED })).toBeVisible();
	await expect.element(page.getByRole('link', { name: 'See plans' })).toHaveAttribute('href', '/prices');
	await expect.element(name).toBeVisible();
	await expect.element(rings).toBeVisible();
	expect(busy()).toBe(0);
	expect(calls.filter(({ call }) => call === 'signals.landingSectorChart')).toHaveLength(1);
});

it('stands when the details fail, with a way to ask for them again', async () => {
	let fails = true;
	await open({ landingSectorChart: () => (fails ? rejectCall(500, 'Internal Server Error') : createTickerDetail('DELAR', 7)) });
	await expect.element(page.getByRole('heading', { level: 2, name: 'Something went wrong' })).toBeVisible();
	await expect.element(rings).toBeVisible();
	fails = false;
	await page.getByRole('link', { name: 'Try again' }).click();
	await expect.element(page.getByText('7 left')).toBeVisible();
});

it('gives way to one sentence where the ticker is in no report', async () => {
	await open({
		landingOutline: () => rejectCall(404, 'This ticker doesn’t exist in this report.'),
		landingSectorChart: () => rejectCall(404, 'This ticker doesn’t exist in this report.'),
	});
	await expect.element(page.getByRole('heading', { level: 1, name: 'Not Found' })).toBeVisible();
	await expect.element(page.getByText('The ticker isn’t in this report.')).toBeVisible();
});
