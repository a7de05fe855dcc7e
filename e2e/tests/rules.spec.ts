import { expect, ownTest as test } from '../fixtures.ts';
import { violationsOf } from '../rules.ts';

const PAGE = `<!doctype html><html lang="en"><title>Rules</title><style>
	body { background: #fff; color: #111; }
	.narrow { display: none; color: #ccc; }
	@media (max-width: 500px) {
		.narrow { display: block; }
		.paler { color: #ddd; }
		.darker { background: #222; }
	}
</style><main><h1>Rules</h1><p class="paler">Paler when narrow</p><p class="narrow">Narrow alone</p>
<div class="darker"><p>On a ground that grows dark</p></div><p style="color: #eee">Always pale</p></main></html>`;

test('what grows pale at another width is found there, and what was judged before is not judged again', async ({ page }) => {
	await page.setContent(PAGE);
	await page.setViewportSize({ width: 900, height: 600 });
	const pale = async (colours: boolean): Promise<string[]> => {
		const found = await violationsOf(page, { colours, theme: 'dark' });
		return [...found.join(' ').matchAll(/>([^<]+)<\/p>/g)].map(([, text = '']) => text);
	};
	expect(await pale(false)).toEqual(['Always pale']);
	expect(await pale(false)).toEqual([]);
	await page.setViewportSize({ width: 390, height: 600 });
	const grown = ['Paler when narrow', 'Narrow alone', 'On a ground that grows dark'];
	expect(await pale(true)).toEqual(grown);
	expect(await pale(true)).toEqual([]);
	// What is no colour is judged each time.
	await page.evaluate(() => document.querySelector('main')?.append(document.createElement('button')));
	expect(await violationsOf(page, { theme: 'dark' })).toEqual([expect.stringContaining('button-name')]);
	// In a theme for the first time: all of it.
	expect((await violationsOf(page, { colours: true, theme: 'light' })).join()).toContain('Always pale');
});
