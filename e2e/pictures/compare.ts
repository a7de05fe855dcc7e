/** Reports which pictures differ between two folders, to show that a change left the screens alone. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Browser } from '@playwright/test';

/** Tolerance per colour channel, invisible to the eye: text is anti-aliased. */
const UNSEEN = 8;

/** Sentences, most different first; empty if nothing differs. `before` and `after` contain PNG files with the same names. */
export async function differences(browser: Browser, before: string, after: string): Promise<string[]> {
	const page = await browser.newPage();
	const reported: { share: number; text: string }[] = [];
	const names = new Set([...readdirSync(before), ...readdirSync(after)].filter((name) => name.endsWith('.png')));
	for (const name of [...names].sort()) {
		const files = [join(before, name), join(after, name)];
		if (!files.every(existsSync)) {
			reported.push({ share: 2, text: `${name}: only ${existsSync(files[0]!) ? 'before' : 'after'}` });
			continue;
		}
		const [one, other] = files.map((file) => readFileSync(file));
		if (one?.equals(other as Buffer)) continue;
		const found = await page.evaluate(changed, { pictures: [one, other].map((file) => file?.toString('base64') ?? ''), unseen: UNSEEN });
		if (found.share > 0)
			reported.push({ share: found.share, text: `${name}: ${(100 * found.share).toFixed(2)} % of its pixels${found.rows}${found.sizes}` });
	}
	await page.close();
	return reported.sort((a, b) => b.share - a.share).map(({ text }) => text);
}

/**
 * Runs in the browser, which decodes PNG files: the share of differing pixels, including those beyond the smaller picture, and the rows between
 * which they are.
 */
async function changed({
	pictures,
	unseen,
}: {
	pictures: string[];
	unseen: number;
}): Promise<{ share: number; rows: string; sizes: string }> {
	const drawn = await Promise.all(
		pictures.map(async (picture) => {
			const image = new Image();
			image.src = `data:image/png;base64,${picture}`;
			await image.decode();
			const canvas = new OffscreenCanvas(image.width, image.height);
			const context = canvas.getContext('2d');
			context?.drawImage(image, 0, 0);
			return { width: image.width, height: image.height, context };
		}),
	);
	const width = Math.min(...drawn.map((each) => each.width));
	const height = Math.min(...drawn.map((each) => each.height));
	const all = Math.max(...drawn.map((each) => each.width)) * Math.max(...drawn.map((each) => each.height));
	const [one, other] = drawn.map(({ context }) => context?.getImageData(0, 0, width, height).data);
	if (!one || !other) throw new Error('The browser draws no pictures.');
	let differs = all - width * height;
	let first = -1;
	let last = -1;
	for (let i = 0; i < one.length; i += 4)
		if ([0, 1, 2].some((channel) => Math.abs(one[i + channel]! - other[i + channel]!) > unseen)) {
			differs++;
			last = Math.floor(i / 4 / width);
			if (first < 0) first = last;
		}
	const rows = first < 0 ? '' : `, rows ${first} to ${last}`;
	const sizes = drawn.map((each) => `${each.width} x ${each.height}`);
	return { share: differs / all, rows, sizes: sizes[0] === sizes[1] ? '' : `, ${sizes.join(' before, ')} now` };
}
