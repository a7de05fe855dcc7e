import type { Page } from '@playwright/test';
import type { SimulatedProvider } from '@sw/server/intake/simulated/simulated-provider';
import { findViolations } from '../accessibility-rules.ts';
import { test as base, expect, FEW_TICKERS, type RunningProduct, startProduct } from '../fixtures.ts';
import { waitUntilSettled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

/** A session whose third hour is missing until the source has it again. */
const LOST = { date: '2026-06-26', shown: '06/26/2026', slots: [8, 9, 10] };
/** A ticker with an unreported four-for-one split. */
const SPLIT = { id: 11, date: '2026-06-22', shown: '06/22/2026', ratio: 4 };

let healed = false;

function careless(market: SimulatedProvider): SimulatedProvider {
	return {
		...market,
		history: {
			...market.history,
			session: async (session) => {
				const data = structuredClone(await market.history.session(session));
				const { matrix } = data;
				if (session.date === LOST.date && !healed)
					for (const slot of LOST.slots) {
						matrix.close.fill(Number.NaN, slot * matrix.rows, (slot + 1) * matrix.rows);
						data.halted?.fill(0, slot * matrix.rows, (slot + 1) * matrix.rows);
					}
				if (session.date < SPLIT.date)
					for (const prices of [matrix.open, matrix.high, matrix.low, matrix.close])
						for (let at = SPLIT.id - 1; at < prices.length; at += matrix.rows) prices[at] = prices[at]! * SPLIT.ratio;
				return data;
			},
			daily: async (session) => {
				const block = structuredClone(await market.history.daily(session));
				const at = block.tickerId.indexOf(SPLIT.id);
				for (const prices of [block.open, block.high, block.low, block.close]) if (at >= 0) prices[at] = prices[at]! * SPLIT.ratio;
				return block;
			},
		},
	};
}

const test = base.extend<object, { running: RunningProduct }>({
	running: [
		// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixture's needs from this pattern
		async ({}, use) => {
			const running = await startProduct({}, careless, { tickers: FEW_TICKERS });
			await use(running);
			await running.close();
		},
		{ scope: 'worker', timeout: 600_000 },
	],
});

async function sure(page: Page, question: string): Promise<void> {
	await page.getByRole('dialog', { name: question }).getByRole('button', { name: 'Confirm' }).click();
}

function job(page: Page, name: string) {
	return page.getByRole('region', { name, exact: true }).getByRole('status');
}

test.beforeEach(async ({ context, running }) => {
	await signIn(context, running, 'admin');
});

test('a gap is found and fixed, and the audit log records it', async ({ page }) => {
	await page.goto('/admin/data');
	await waitUntilSettled(page);
	const look = async (): Promise<void> => {
		await page.getByLabel('From').fill(LOST.date);
		await page.getByLabel('To', { exact: true }).fill(LOST.date);
		await page.getByRole('button', { name: 'Find gaps', exact: true }).click();
	};
	await look();
	const lost = page.getByRole('row').filter({ hasText: LOST.shown });
	await expect(lost.getByRole('cell', { name: '3', exact: true })).toBeVisible();
	expect(await findViolations(page)).toEqual([]);

	healed = true;
	await lost.getByRole('button', { name: `Fix ${LOST.shown}` }).focus();
	await page.keyboard.press('Enter');
	await sure(page, `Fix ${LOST.shown}`);
	await expect(page).toHaveURL(/act=/);
	await expect(job(page, 'Find gaps').filter({ hasText: /[1-9]\d* bars added, .*, [1-9]\d* new versions\./ })).toBeVisible();

	await look();
	await expect(page.getByText('Nothing is missing in this period.')).toBeVisible();
	await page.goto('/admin/audit');
	await expect(page.getByRole('cell', { name: 'correction.gaps' }).first()).toBeVisible();
});

test('a jump is seen on the price, decided as a split, and taken back', async ({ page, running }) => {
	const symbol = running.product.market.directory.byId(SPLIT.id)?.symbol as string;
	await page.goto('/admin/data?view=quarantine');
	await waitUntilSettled(page);
	const kept = page.getByRole('button', { name: `Decide: ${symbol}, ${SPLIT.shown}` });
	await kept.click();
	const decision = page.getByRole('dialog', { name: `${symbol}, ${SPLIT.shown}` });
	await expect(decision.getByRole('img', { name: `Daily closes of ${symbol} around ${SPLIT.shown}` })).toBeVisible();
	await expect(decision.getByLabel('New shares per old share')).toHaveValue('4');
	expect(await findViolations(page)).toEqual([]);
	await decision.getByRole('button', { name: 'Apply split' }).click();
	await sure(page, 'Apply split');
	const decided = job(page, 'Apply split decision').filter({ hasText: '1 new decision' });
	await expect(decided).toBeVisible();
	await expect(kept).toHaveCount(0);

	await page.getByRole('link', { name: 'Splits' }).click();
	await page.getByRole('button', { name: 'Check splits', exact: true }).click();
	await sure(page, 'Check splits');
	await expect(page).toHaveURL(/job=/);
	const row = page.getByRole('row').filter({ hasText: SPLIT.shown }).filter({ hasText: symbol });
	await expect(row.getByRole('cell', { name: 'applied', exact: true })).toBeVisible();
	await row.getByRole('button', { name: /^Decide/ }).click();
	await decision.getByRole('button', { name: 'Undo decision' }).click();
	await sure(page, 'Undo decision');
	await expect(decided).toBeVisible();
	await page.getByRole('link', { name: 'Quarantine' }).click();
	await expect(kept).toBeVisible();

	await page.getByRole('link', { name: 'Ledger' }).click();
	await page.getByLabel('Ticker').fill(symbol.toLowerCase());
	await page.getByRole('button', { name: 'Find' }).click();
	await expect(page.getByRole('row').filter({ hasText: 'committed' }).first()).toBeVisible();
});
