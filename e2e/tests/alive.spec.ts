import { MINUTE, SECOND } from '@sw/domain/time/units';
import { expect, test } from '../fixtures.ts';
import { settled } from '../open-screen.ts';
import { signIn } from '../readers.ts';

test('a live connection that stays away is told quietly after half a minute, and that it is back', async ({ page, context, running }) => {
	await signIn(context, running, 'pro');
	await page.clock.install();
	await page.route('**/api/hubs/**', (route) => route.abort());
	await page.goto('/main?tabType=free');
	await settled(page);
	const away = page.getByText('Live updates are away for the moment');
	await page.clock.fastForward(10 * SECOND);
	await expect(away).toHaveCount(0);
	await page.clock.fastForward(31 * SECOND);
	await expect(away).toBeVisible();
	await page.unroute('**/api/hubs/**');
	await page.clock.fastForward(MINUTE);
	await expect(away).toHaveCount(0);
});
