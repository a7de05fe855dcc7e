import { HOUR, MINUTE } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';

/** A full hour, open to visitors, as named on the page. */
function latest(hour: number): string {
	const clock = new Date(hour).toLocaleTimeString('en-GB', { timeZone: 'America/New_York', hour: '2-digit', minute: '2-digit' });
	return `Latest report ${clock} ET`;
}

test('a visitor sees the ranked list, and a new report after the clock has crossed a slot', async ({ page, running }) => {
	const next = Math.floor(running.wall.now() / HOUR) * HOUR + HOUR;
	await page.goto('/main');
	await expect(page.getByText('Simulated market').first()).toBeVisible();
	await expect(page.getByText(latest(next - HOUR))).toBeVisible();

	await running.wall.advance(next + MINUTE - running.wall.now());
	await expect.poll(async () => Date.parse((await (await page.request.get('/api/health')).json()).last_report.time)).toBe(next);
	await page.reload();
	await expect(page.getByText(latest(next))).toBeVisible();
});
